import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import type { Product } from '../../../e2e/src/testing/product.ts';
import type { Servers } from '../../../e2e/src/testing/test-servers.ts';
import type { Benchmark, Result } from '../benchmark.ts';
import { elapsed } from '../measuring/elapsed.ts';
import { interleave } from '../measuring/interleave.ts';
import { compareSpreads, spreadOf, type Spread } from '../measuring/spread.ts';
import { median, quantile } from '../measuring/statistics.ts';
import { startProcess } from '../processes/start-process.ts';
import { Awaited } from '../product/awaited.ts';
import { BareKafka } from '../product/bare-kafka.ts';
import { withMicroservices } from '../product/microservices.ts';
import { readyVideo } from '../product/ready-video.ts';
import { sendJson } from '../product/send-json.ts';

const rounds = 9;
const warmUps = 2;
const savesARound = 48;
const crowds = [1, 8];
const most = 150;
const unit = 'ms';
const [there, back] = ['bare-questions', 'bare-answers'];

/** A user's change of a title: told through Kafka, applied by its owner, and its outcome told back. */
export const saveBenchmark: Benchmark = {
  name: 'save',
  run: () =>
    withMicroservices((product, servers) =>
      withBareRoundTrip(servers, async (roundTrip) => {
        const saves = await openVideos(product, Math.max(...crowds));
        const results: Result[] = [];
        for (const callers of crowds) results.push(await measure(callers, saves, roundTrip));
        return results;
      }),
    ),
};

type Once = () => Promise<void>;

/** There and back with kafkajs alone, between two processes. */
async function withBareRoundTrip(
  servers: Servers,
  work: (roundTrip: Once) => Promise<Result[]>,
): Promise<Result[]> {
  const namespace = `bench-${randomUUID().slice(0, 8)}`;
  const kafka = new BareKafka(servers, namespace);
  await kafka.createTopics(there, back);
  const replier = await startProcess('bare-replier.ts', [servers.KAFKA_BROKERS, namespace, there, back]);
  const answers = new Awaited<undefined>();
  const producer = await kafka.openProducer(there);
  const settle = ({ key }: { key: string }) => {
    answers.settle(key, undefined);
    return Promise.resolve();
  };
  const consumer = await kafka.consume(back, settle);
  try {
    return await work(async () => {
      const key = randomUUID();
      const value = JSON.stringify({ videoId: key, ownerId: key, title: key });
      await Promise.all([answers.answerTo(key), producer.send({ key, value })]);
    });
  } finally {
    await Promise.allSettled([producer.close(), consumer.close(), replier.stop()]);
    await kafka.drop();
  }
}

/** A caller for each video, with a connection of its own. */
async function openVideos(product: Product, count: number): Promise<Once[]> {
  const api = product.api();
  const { token } = await api.register();
  const videos: string[] = [];
  while (videos.length < count) videos.push(await readyVideo(api));
  return videos.map((passthrough) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const url = `${product.origin}/api/muxupload/save`;
    return () => sendJson('PATCH', url, { token, agent, body: { passthrough, title: randomUUID() } });
  });
}

async function measure(callers: number, saves: readonly Once[], roundTrip: Once): Promise<Result> {
  const all: number[] = [];
  const ways = {
    product: () => inCrowd(saves.slice(0, callers), all),
    bare: () => inCrowd(Array.from({ length: callers }, () => roundTrip)),
  };
  await interleave(warmUps, ways);
  all.length = 0;
  const { product, bare } = await interleave(rounds, ways);
  const { reference, ratio } = compareSpreads('p95', product, bare);
  const middle = compareSpreads('p50', product, bare);
  const p95 = quantile(all, 0.95);
  return {
    name: `title saved through Kafka, ${String(callers)} at once, p95`,
    measured: { value: p95, unit },
    reference: { value: reference, unit: 'ms there and back, bare' },
    ratio,
    bound: `≤ ${String(most)} ms`,
    isMet: p95 <= most,
    note: `p50 ${median(all).toFixed(1)} ms, bare ${middle.reference.toFixed(1)} ms: ${middle.ratio.toFixed(2)} ×; ${String(all.length)} saves`,
  };
}

/** Each caller one after the other, all callers at the same time. */
async function inCrowd(callers: readonly Once[], all: number[] = []): Promise<Spread> {
  const took: number[] = [];
  const call = async (once: Once) => {
    for (let left = savesARound / callers.length; left > 0; left -= 1) took.push(await elapsed(once));
  };
  await Promise.all(callers.map(call));
  all.push(...took);
  return spreadOf(took);
}
