import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The part of `tools/servers/kafka.mjs` that this spec uses. */
interface KafkaServer {
  readonly brokers: string;
  readonly port: number;
  stop: () => Promise<void>;
  kill: () => Promise<void>;
  pause: () => Promise<void>;
  resume: () => Promise<void>;
  restart: () => Promise<void>;
}
interface KafkaTool {
  startKafka: (options?: { dataDir?: string }) => Promise<KafkaServer>;
}

/** The part of Kafka's client that this spec uses; the package is a dependency of the platform. */
interface Connected {
  connect: () => Promise<void>;
  disconnect: () => Promise<void>;
}
interface Admin extends Connected {
  createTopics: (topics: { topics: { topic: string }[] }) => Promise<boolean>;
  listTopics: () => Promise<string[]>;
  fetchTopicOffsets: (topic: string) => Promise<{ high: string }[]>;
}
interface Producer extends Connected {
  send: (record: { topic: string; acks: number; messages: { value: string }[] }) => Promise<unknown>;
}
interface KafkaClient {
  Kafka: new (options: { brokers: string[]; logLevel: number; retry?: { retries: number } }) => {
    admin: () => Admin;
    producer: () => Producer;
  };
  logLevel: { NOTHING: number };
}

const { startKafka } = (await import(new URL('./kafka.mjs', import.meta.url).href)) as KafkaTool;
const require = createRequire(new URL('../../libs/platform/package.json', import.meta.url));
const { Kafka, logLevel } = require('kafkajs') as KafkaClient;
const program = fileURLToPath(new URL('./kafka.mjs', import.meta.url));
const run = promisify(execFile);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'webinar-vault-spec-'));
});
afterEach(() => rm(folder, { recursive: true }));

function clientOf({ brokers }: KafkaServer, retries = 8) {
  return new Kafka({ brokers: [brokers], logLevel: logLevel.NOTHING, retry: { retries } });
}

async function send(server: KafkaServer, value: string, retries?: number): Promise<void> {
  const producer = clientOf(server, retries).producer();
  await producer.connect();
  await producer.send({ topic: 'kept', acks: -1, messages: [{ value }] });
  await producer.disconnect();
}

async function withAdmin<T>(server: KafkaServer, work: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = clientOf(server).admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

const messagesIn = (server: KafkaServer) =>
  withAdmin(server, async (admin) => Number((await admin.fetchTopicOffsets('kept'))[0]?.high));

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

describe('the local Kafka', () => {
  it('keeps its messages after a restart, a crash and a new server on the same data', async () => {
    const first = await startKafka({ dataDir: folder });
    await withAdmin(first, (admin) => admin.createTopics({ topics: [{ topic: 'kept' }] }));
    await send(first, 'before the restart');
    await first.restart();
    await send(first, 'before the crash');
    await first.kill();
    await expect(accepts(first.port)).resolves.toBe(false);
    await first.restart();
    await expect(messagesIn(first)).resolves.toBe(2);
    await first.stop();

    const second = await startKafka({ dataDir: folder });
    await expect(messagesIn(second)).resolves.toBe(2);
    await second.stop();
  }, 60_000);

  it('creates no topic automatically', async () => {
    const server = await startKafka();
    await expect(send(server, 'to nowhere', 0)).rejects.toThrow();
    await expect(withAdmin(server, (admin) => admin.listTopics())).resolves.toEqual([]);
    await server.stop();
  }, 60_000);

  it('does not answer while it is paused, and continues afterwards', async () => {
    const server = await startKafka();
    await withAdmin(server, (admin) => admin.createTopics({ topics: [{ topic: 'kept' }] }));
    await server.pause();
    const order: string[] = [];
    const sent = send(server, 'meanwhile').then(() => order.push('sent'));
    await run(process.execPath, ['--version']).then(() => order.push('another program ran'));
    await server.resume();
    await sent;
    expect(order).toEqual(['another program ran', 'sent']);
    await server.pause();
    await server.stop();
    await expect(accepts(server.port)).resolves.toBe(false);
  }, 60_000);

  it('ends with its parent, even when the parent is killed', async () => {
    const env = { ...process.env, TMPDIR: folder };
    const command = ['--', 'sh', '-c', 'echo "$KAFKA_BROKERS"; kill -9 $PPID'];
    const { stdout } = await new Promise<{ stdout: string }>((resolve) => {
      execFile(process.execPath, [program, ...command], { env }, (_error, stdout) => resolve({ stdout }));
    });
    const port = Number(stdout.trim().split(':')[1]);
    expect(port).toBeGreaterThan(0);
    while (await accepts(port)) await run(process.execPath, ['--version']);
  }, 60_000);

  it('is prepared only once when the first two servers start at the same time', async () => {
    const cached = join(process.env['WEBINAR_VAULT_CACHE'] ?? join(homedir(), '.cache', 'webinar-vault'));
    const [version = ''] = (await readdir(cached)).filter((name) => name.startsWith('kafka-'));
    await mkdir(join(folder, version));
    await cp(join(cached, version, 'jars'), join(folder, version, 'jars'), { recursive: true });

    const env = { ...process.env, WEBINAR_VAULT_CACHE: folder };
    const start = () => run(process.execPath, [program, '--', 'printenv', 'KAFKA_BROKERS'], { env });
    const brokers = await Promise.all([start(), start()]);

    expect(new Set(brokers.map(({ stdout }) => stdout)).size).toBe(2);
    const [jars, prepared, ...others] = (await readdir(join(folder, version))).sort();
    expect([jars, prepared, others]).toEqual(['jars', expect.stringMatching(/^java-/), []]);
    expect(await readdir(join(folder, version, prepared ?? ''))).toEqual(['template']);
  }, 120_000);
});
