// Runs a server program as a child process that tests can stop, pause and restart, and that ends with its parent.
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { exitWithError } from '../prepare.mjs';

const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find(existsSync);
/** How long a server may take to end before it is killed. */
const graceMs = 15_000;

/** Starts a program and appends its output to `logFile`. */
async function startProcess(program, args, logFile) {
  const log = await open(logFile, 'a');
  // The kernel ends it when this process dies, even by SIGKILL. Ctrl-C does not reach its separate process group.
  const words = setpriv ? [setpriv, '--pdeathsig', 'KILL', '--', program, ...args] : [program, ...args];
  const child = spawn(words[0], words.slice(1), {
    stdio: ['ignore', log.fd, log.fd],
    detached: Boolean(setpriv),
  });
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
  const kill = () => child.kill('SIGKILL');
  // Before other handlers, which may remove its files.
  process.prependOnceListener('exit', kill);
  void ended.then(() => process.off('exit', kill));
  await log.close();
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const end = async (signal) => {
    if (!isRunning()) return;
    child.kill(signal);
    // A paused process handles no signal but SIGKILL.
    child.kill('SIGCONT');
    const timer = setTimeout(kill, graceMs);
    await ended;
    clearTimeout(timer);
  };
  return { pid: child.pid, ended, isRunning, end, signal: (name) => child.kill(name) };
}

/**
 * Starts a server and returns the controls that fault tests need.
 * @param {{ program: string, args: string[], logFile: string,
 *   whenReady: (server: { isRunning: () => boolean, ended: Promise<unknown> }) => Promise<void>,
 *   endSignal?: string, cleanUp?: () => Promise<void> }} options `whenReady` resolves when it accepts requests
 */
export async function startServer({
  program,
  args,
  logFile,
  whenReady,
  endSignal = 'SIGTERM',
  cleanUp = async () => undefined,
}) {
  const launch = async () => {
    const started = await startProcess(program, args, logFile);
    try {
      await whenReady(started);
    } catch (error) {
      await started.end('SIGKILL');
      const log = await readFile(logFile, 'utf8').catch(() => '');
      throw new Error(`${error.message}: ${log.trim().split('\n').slice(-3).join(' | ')}`, { cause: error });
    }
    return started;
  };
  let current = await launch().catch(async (error) => {
    await cleanUp();
    throw error;
  });
  return {
    get pid() {
      return current.pid;
    },
    /** Ends it immediately, like a crash. */
    kill: () => current.end('SIGKILL'),
    /** Stops answering, with all connections still open. */
    pause: async () => {
      current.signal('SIGSTOP');
      await untilStopped(current.pid);
    },
    resume: async () => void current.signal('SIGCONT'),
    /** Stops it cleanly if it still runs, and starts it on the same port and data. */
    restart: async () => {
      await current.end('SIGTERM');
      current = await launch();
    },
    stop: async () => {
      await current.end(endSignal);
      await cleanUp();
    },
  };
}

/** Waits until SIGSTOP has reached every thread: before that the server may still answer. */
async function untilStopped(pid) {
  if (process.platform !== 'linux') return;
  const states = async () => {
    const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
    const lines = threads.map((id) => readFile(`/proc/${pid}/task/${id}/stat`, 'utf8').catch(() => ''));
    return (await Promise.all(lines)).filter(Boolean).map((line) => line.slice(line.lastIndexOf(')') + 2)[0]);
  };
  const deadline = performance.now() + 2000;
  while ((await states()).some((state) => state !== 'T') && performance.now() < deadline) await wait(5);
}

/** Calls `isReady` every 30 ms until it is true or the server ends. */
export async function untilReady(server, isReady, { name, seconds }) {
  const deadline = performance.now() + seconds * 1000;
  while (!(await isReady())) {
    if (!server.isRunning()) throw new Error(`${name} ended before it was ready`);
    if (performance.now() > deadline) throw new Error(`${name} is not ready after ${seconds} s`);
    await wait(30);
  }
}

/**
 * A port below the range that the system assigns to connections: no connection may take a server's port while the
 * server is down. (A client that keeps retrying can even connect to itself there.) It is also below 20,000, where the
 * ports of products under test begin.
 */
export async function freePort() {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 5_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Runs a program to its end, but not longer than this process. @returns {Promise<string>} its output */
export async function runProgram(program, args, options) {
  const running = promisify(execFile)(program, args, { maxBuffer: 1 << 26, ...options });
  const kill = () => running.child.kill('SIGKILL');
  process.prependOnceListener('exit', kill);
  return running.then(({ stdout }) => stdout).finally(() => process.off('exit', kill));
}

/** Whether a program is here and ends well. */
export const hasProgram = (program, ...args) =>
  runProgram(program, args).then(
    () => true,
    () => false,
  );

/** Runs a command with additional environment variables. @returns its exit code */
export async function runWith(env, [program, ...args]) {
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  // The terminal also sends Ctrl-C to the command, so this only waits for its end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.once('exit', (status) => resolve(status ?? 1)).once('error', () => resolve(127));
  });
}

/** The command line `node tools/servers/NAME.mjs -- command arguments`. */
export async function runAsTool(name, start, envOf) {
  const [major] = process.versions.node.split('.').map(Number);
  if (major < 24)
    exitWithError(
      `This needs Node 24, which is one of the packages: run it with node_modules/.bin/node; this is ${process.version}.`,
    );
  const command = process.argv.slice(process.argv[2] === '--' ? 3 : 2);
  try {
    if (command.length === 0) throw new Error(`usage: node tools/${name}.mjs -- command arguments`);
    const server = await start();
    process.exitCode = await runWith(envOf(server), command).finally(() => server.stop());
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
