import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Product } from '../../../e2e/src/testing/product.ts';
import { ServerNamespace } from '../../../e2e/src/testing/server-namespace.ts';
import type { Servers } from '../../../e2e/src/testing/test-servers.ts';
import type { Benchmark, Result } from '../benchmark.ts';
import { variableOf } from '../measuring/process-environment.ts';
import { withMicroservices } from '../product/microservices.ts';
import { readyVideo } from '../product/ready-video.ts';
import { sendJson } from '../product/send-json.ts';

const readsOfEach = 1_000;
/** Opening an upload is a GET as well; a plan has room for so many. */
const opens = 15;
const atOnce = 10;
/** What was still on its way is there then. */
const settleMs = 1_500;

interface Read {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly times: number;
}

/** No read of a user goes over Kafka: its topics are as long afterwards as they were before. */
export const readsAndKafkaBenchmark: Benchmark = {
  name: 'reads-and-kafka',
  run: () => withMicroservices(measure),
};

async function measure(product: Product, servers: Servers): Promise<Result[]> {
  const namespace = new ServerNamespace(servers, variableOf(product.process('gateway').pid, 'NAMESPACE'));
  const api = product.api();
  const { token } = await api.register();
  const id = await readyVideo(api);
  const before = await lengthOf(namespace);
  let count = 0;
  for (const read of readsOf(id)) count += await repeat(product.origin, token, read);
  const after = await lengthOf(namespace);
  await api.save(id, { title: 'What a change leaves there' });
  const changed = await lengthOf(namespace);
  if (changed === after) throw new Error('the topics do not show what a change leaves there');
  return [
    {
      name: `messages of ${String(count)} reads`,
      measured: { value: after - before, unit: 'messages' },
      reference: { value: changed - after, unit: 'of one saved title' },
      bound: '0',
      isMet: after === before,
      note: `${String(readsOfEach)} of each route that reads, ${String(opens)} opened uploads; all topics together`,
    },
  ];
}

/** Every route that a user reads by. */
function readsOf(id: string): Read[] {
  const times = readsOfEach;
  return [
    { method: 'GET', path: '/api/muxvideos', times },
    { method: 'GET', path: '/api/muxvideos?view=card', times },
    { method: 'GET', path: `/api/muxvideos/asset/${id}`, times },
    { method: 'GET', path: '/api/muxupload', times: opens },
    { method: 'POST', path: '/api/auth', times },
    { method: 'POST', path: '/api/auth/check', times },
    { method: 'POST', path: '/api/auth/can-upload-video', times },
  ];
}

/** @returns how many were made */
async function repeat(origin: string, token: string, { method, path, times }: Read): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  let left = times;
  const work = async () => {
    while (left > 0) {
      left -= 1;
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

/** Messages that all topics together have ever held, once nothing is on its way any more. */
async function lengthOf(namespace: ServerNamespace): Promise<number> {
  await wait(settleMs);
  return namespace.withAdmin(async (admin) => {
    const topics = (await admin.listTopics()).filter((name) => name.startsWith(namespace.full('')));
    const ends = await Promise.all(topics.map((topic) => admin.fetchTopicOffsets(topic)));
    return ends.flat().reduce((sum, { high }) => sum + Number(high), 0);
  });
}
