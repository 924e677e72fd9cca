import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Product } from '../../../e2e/src/testing/product/product.ts';
import { ServerNamespace } from '../../../e2e/src/testing/stores/server-namespace.ts';
import type { Servers } from '../../../e2e/src/testing/stores/test-servers.ts';
import { sized, type Benchmark, type Result } from '../measuring/benchmark.ts';
import { variableOf } from '../measuring/process-environment.ts';
import { withMicroservices } from '../product/microservices.ts';
import { readyVideo } from '../product/ready-video.ts';
import { sendJson } from '../product/send-json.ts';

const readsOfEach = sized(1_000, 20);
/** GET /api/muxupload opens an upload, and a plan limits how many there can be. */
const uploadsOpened = sized(15, 2);
const atOnce = 10;
/** Time for messages in flight to arrive. */
const settleMs = 1_500;

interface Read {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly times: number;
}

/** Checks that reads of a user send nothing over Kafka: its topics do not grow. */
export const readsAndKafkaBenchmark: Benchmark = {
  name: 'reads-and-kafka',
  run: () => withMicroservices(measure),
};

async function measure(product: Product, servers: Servers): Promise<Result[]> {
  const namespace = new ServerNamespace(servers, variableOf(product.process('gateway').pid, 'NAMESPACE'));
  const api = product.api();
  const { token } = await api.register();
  const id = await readyVideo(api);
  const before = await countMessages(namespace);
  let count = 0;
  for (const read of readsOf(id)) count += await repeat(product.origin, token, read);
  const after = await countMessages(namespace);
  await api.save(id, { title: 'A change that sends messages' });
  const changed = await countMessages(namespace);
  if (changed === after) throw new Error('a saved title added no message to any topic');
  return [
    {
      name: `messages of ${String(count)} reads`,
      measured: { value: after - before, unit: 'messages' },
      reference: { value: changed - after, unit: 'of one saved title' },
      bound: '0',
      isMet: after === before,
      note: `${String(readsOfEach)} of each route that reads, ${String(uploadsOpened)} opened uploads; all topics together`,
    },
  ];
}

/** Every reading route of a user. */
function readsOf(id: string): Read[] {
  const times = readsOfEach;
  return [
    { method: 'GET', path: '/api/muxvideos', times },
    { method: 'GET', path: '/api/muxvideos?view=card', times },
    { method: 'GET', path: `/api/muxvideos/asset/${id}`, times },
    { method: 'GET', path: '/api/muxupload', times: uploadsOpened },
    { method: 'POST', path: '/api/auth', times },
    { method: 'POST', path: '/api/auth/check', times },
    { method: 'POST', path: '/api/auth/can-upload-video', times },
  ];
}

/** @returns the number of requests */
async function repeat(origin: string, token: string, { method, path, times }: Read): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  let timesLeft = times;
  const work = async () => {
    while (timesLeft > 0) {
      timesLeft -= 1;
      await sendJson(method, origin + path, { token, agent });
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    agent.destroy();
  }
  return times;
}

/** The number of messages ever sent to all topics, after those in flight have arrived. */
async function countMessages(namespace: ServerNamespace): Promise<number> {
  await wait(settleMs);
  return namespace.withAdmin(async (admin) => {
    const topics = (await admin.listTopics()).filter((name) => name.startsWith(namespace.full('')));
    const ends = await Promise.all(topics.map((topic) => admin.fetchTopicOffsets(topic)));
    return ends.flat().reduce((sum, { high }) => sum + Number(high), 0);
  });
}
