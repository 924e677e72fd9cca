/**
 * A real Apache Kafka for tests, without Docker: one node (KRaft) on free local ports, in a temporary folder, stopped
 * and removed afterwards. It needs Java 17 or newer, and Maven the first time.
 *
 *   node tools/servers/kafka.mjs -- npm test      runs the command with KAFKA_BROKERS set
 *
 * Environment: WEBINAR_VAULT_CACHE (default ~/.cache/webinar-vault).
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { copyTemplate, ensureKafka, MissingKafka } from './kafka-program.mjs';
import { kafkaSettings, secureListeners, secureSettings } from './kafka-settings.mjs';
import { freePort, runAsTool, runProgram, startServer, untilReady } from './server-process.mjs';

export { MissingKafka };

// Chosen for little memory and a quick start, not for throughput.
const javaFlags = [
  ...['-Xms256m', '-Xmx256m', '-Xss512k', '-XX:MaxMetaspaceSize=128m', '-XX:ReservedCodeCacheSize=48m'],
  // A process that ended is easier to notice than one that hangs.
  '-XX:+ExitOnOutOfMemoryError',
  ...['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-XX:-UsePerfData', '-Djava.awt.headless=true'],
  ...['-Dorg.slf4j.simpleLogger.defaultLogLevel=warn', '-Dorg.slf4j.simpleLogger.showDateTime=true'],
  '-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS',
];

/**
 * Starts a server. With `dataDir` its messages stay there after `stop`; with `secure` it has ACLs and the listeners of
 * `secureSettings`, whose addresses are in `listeners`.
 * @param {{ dataDir?: string, port?: number, secure?: { accounts: Record<string, string>,
 *   files: { broker: string, expired: string, ca: string } } }} [options] `accounts` are passwords by name
 * @returns {Promise<{ brokers: string, port: number, dataDir: string, readonly pid: number,
 *   listeners?: Record<string, string>,
 *   stop(): Promise<void>, kill(): Promise<void>, pause(): Promise<void>, resume(): Promise<void>,
 *   restart(): Promise<void> }>} kill is SIGKILL, pause and resume are SIGSTOP and SIGCONT, restart keeps port and data
 * @throws {MissingKafka} when Kafka is not available here
 */
export async function startKafka({ dataDir, port, secure } = {}) {
  const program = await ensureKafka(makeTemplate);
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'webinar-vault-kafka-')));
  const settings = await writeSettings(folder, port ?? (await freePort()), secure?.files);
  if (!existsSync(join(folder, 'logs', 'meta.properties'))) {
    // Accounts are part of the first state of a data folder.
    if (secure) await format(program, settings, secure.accounts);
    else await copyTemplate(program.template, join(folder, 'logs'));
  }
  const removes = dataDir === undefined;
  return launch(program, folder, settings, {
    // The folder is not used again, so no clean shutdown is needed.
    endSignal: removes ? 'SIGKILL' : 'SIGTERM',
    cleanUp: removes ? () => rm(folder, { recursive: true, force: true }) : undefined,
  });
}

async function launch(program, folder, { path, port, listeners }, ending) {
  const server = await startServer({
    program: program.java,
    args: [...javaFlags, '-cp', program.classPath, 'kafka.Kafka', path],
    logFile: join(folder, 'kafka.log'),
    whenReady: (started) => untilReady(started, () => takesRequests(port), { name: 'kafka', seconds: 60 }),
    ...ending,
  });
  return Object.assign(server, { brokers: `127.0.0.1:${port}`, port, listeners, dataDir: folder });
}

/** Formats a folder, and keeps a copy as `template`. */
async function makeTemplate(program, template) {
  const folder = await mkdtemp(join(tmpdir(), 'webinar-vault-kafka-'));
  try {
    const settings = await writeSettings(folder, await freePort());
    await format(program, settings);
    await copyTemplate(join(folder, 'logs'), template);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Formats the data folder. @param {Record<string, string>} accounts passwords by name, for SCRAM */
async function format(program, { path }, accounts = {}) {
  const clusterId = randomBytes(16).toString('base64url');
  const scram = Object.entries(accounts).flatMap(([name, password]) => [
    '--add-scram',
    `SCRAM-SHA-512=[name=${name},password=${password}]`,
  ]);
  // One argument, because an id that begins with a hyphen would be taken for an option.
  const args = ['kafka.tools.StorageTool', 'format', `--cluster-id=${clusterId}`, '-c', path, ...scram];
  await runProgram(program.java, [...javaFlags, '-cp', program.classPath, ...args]);
}

/** @returns the path of the settings, the port without TLS, and the addresses of the listeners with `files` */
async function writeSettings(folder, port, files) {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'server.properties');
  const plain = {
    ...kafkaSettings({ host: '127.0.0.1', port, controllerPort: await freePort() }),
    'advertised.listeners': `CLIENTS://127.0.0.1:${port}`,
    'log.dirs': join(folder, 'logs'),
  };
  const ports = {};
  if (files) for (const name of secureListeners) ports[name] = await freePort();
  const settings = files ? secureSettings({ settings: plain, ports, files }) : plain;
  const text = Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
  await writeFile(path, text);
  const listeners = Object.fromEntries(
    Object.entries(ports).map(([name, number]) => [name, `localhost:${number}`]),
  );
  return { path, port, listeners };
}

/** Whether it answers ApiVersions, a client's first request: then it accepts clients. */
function takesRequests(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 2000 });
    const say = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket
      .once('error', () => say(false))
      .once('timeout', () => say(false))
      .once('close', () => resolve(false));
    socket.once('data', () => say(true));
    // Length 10, ApiVersions (18) version 0, correlation 1, no client id.
    socket.once('connect', () => socket.write(Buffer.from('0000000a00120000' + '00000001ffff', 'hex')));
  });
}

/** The server of the whole test run, or a new one for a spec that runs alone. */
export async function useKafka() {
  const brokers = process.env.KAFKA_BROKERS;
  return brokers ? { brokers, stop: async () => undefined } : startKafka();
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await runAsTool('kafka', startKafka, ({ brokers }) => ({ KAFKA_BROKERS: brokers }));
