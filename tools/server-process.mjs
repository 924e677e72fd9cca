// A server program of the machine as a child process: it answers to its starter's verbs and never outlives it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find(existsSync);

/** Starts a program whose output goes to the end of `logFile`. */
async function startProcess(program, args, logFile) {
  const log = await open(logFile, 'a');
  // The kernel ends it when this process dies, even by SIGKILL; a group of its own keeps Ctrl-C for the command.
  const words = setpriv ? [setpriv, '--pdeathsig', 'KILL', '--', program, ...args] : [program, ...args];
  const child = spawn(words[0], words.slice(1), {
    stdio: ['ignore', log.fd, log.fd],
    detached: Boolean(setpriv),
  });
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  void ended.then(() => process.off('exit', kill));
  await log.close();
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const end = async (signal, graceSeconds = 15) => {
    if (!isRunning()) return;
    child.kill(signal);
    // A paused process hears nothing but SIGKILL.
    child.kill('SIGCONT');
    const timer = setTimeout(kill, graceSeconds * 1000);
    await ended;
    clearTimeout(timer);
  };
  return { pid: child.pid, ended, isRunning, end, signal: (name) => child.kill(name) };
}

/**
 * A running server with the verbs that tests of failure need.
 * @param {{ program: string, args: string[], logFile: string,
 *   whenReady: (server: { isRunning: () => boolean, ended: Promise<unknown> }) => Promise<void>,
 *   endSignal?: string, graceSeconds?: number, cleanUp?: () => Promise<void> }} options `whenReady` resolves once it takes requests
 */
export async function startServer({
  program,
  args,
  logFile,
  whenReady,
  endSignal = 'SIGTERM',
  graceSeconds,
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
    /** Ends it at once, as a crash does. */
    kill: () => current.end('SIGKILL'),
    /** Leaves its connections open and answers nothing. */
    pause: async () => {
      current.signal('SIGSTOP');
      await untilStopped(current.pid);
    },
    resume: async () => void current.signal('SIGCONT'),
    /** Ends it cleanly unless it is dead already, and starts it on the same port and data. */
    restart: async () => {
      await current.end('SIGTERM');
      current = await launch();
    },
    stop: async () => {
      await current.end(endSignal, graceSeconds);
      await cleanUp();
    },
  };
}

/** A signal takes a moment to reach every thread: until then the server may still answer. */
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

/** Awaits `isReady`, asked every 30 ms, while the server runs. */
export async function untilReady(server, isReady, { name, seconds }) {
  const deadline = performance.now() + seconds * 1000;
  while (!(await isReady())) {
    if (!server.isRunning()) throw new Error(`${name} ended at once`);
    if (performance.now() > deadline) throw new Error(`${name} is not ready after ${seconds} s`);
    await wait(30);
  }
}

/**
 * A port that no connection of this machine is given by chance: while a server is down, none may take its port.
 * (A client that tries again and again can even get connected to itself there.) Nor is one that a product under test
 * may take: those are from 20,000 on.
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

/** Runs a command with more environment. @returns its exit code */
export async function runWith(env, [program, ...args]) {
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  // The terminal sends Ctrl-C to the command too: its end is awaited.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.once('exit', (status) => resolve(status ?? 1)).once('error', () => resolve(127));
  });
}

/** The command line `node tools/NAME.mjs -- command arguments`. */
export async function runAsTool(name, start, envOf) {
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
