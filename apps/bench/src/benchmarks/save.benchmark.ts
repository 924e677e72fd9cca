import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import type { Product } from '../../../e2e/src/testing/product/product.ts';
import type { Servers } from '../../../e2e/src/testing/stores/test-servers.ts';
import { sized, type Benchmark, type Result } from '../measuring/benchmark.ts';
import { elapsed } from '../measuring/elapsed.ts';
import { interleave } from '../measuring/interleave.ts';
import { comparePercentiles, percentilesOf, type Percentiles } from '../measuring/percentiles.ts';
import { median, quantile } from '../measuring/statistics.ts';
import { startProcess } from '../processes/start-process.ts';
import { BareKafka } from '../processes/bare-kafka.ts';
import { withMicroservices } from '../product/microservices.ts';
import { PendingAnswers } from '../product/pending-answers.ts';
import { readyVideo } from '../product/ready-video.ts';
import { sendJson } from '../product/send-json.ts';

const rounds = sized(9, 1);
const warmUps = sized(2, 1);
const savesPerRound = sized(48, 8);
const concurrencies = [1, 8];
const maxRatio = 5;
const unit = 'ms';
const [requestTopic, replyTopic] = ['bare-questions', 'bare-answers'];

/** A user saves a title: sent as a command through Kafka, applied by the owning service, its outcome sent back. */
export const saveBenchmark: Benchmark = {
  name: 'save',
  run: () =>
    withMicroservices((product, servers) =>
      withBareRoundTrip(servers, async (roundTrip) => {
        const saves = await openVideos(product, Math.max(...concurrencies));
        const results: Result[] = [];
        for (const callers of concurrencies) results.push(await measure(callers, saves, roundTrip));
        return results;
      }),
    ),
};

type Call = () => Promise<void>;

/** A round trip with plain kafkajs between two processes. */
async function withBareRoundTrip(
  servers: Servers,
  work: (roundTrip: Call) => Promise<Result[]>,
): Promise<Result[]> {
  const namespace = `bench-${randomUUID().slice(0, 8)}`;
  const kafka = new BareKafka(servers, namespace);
  await kafka.createTopics(requestTopic, replyTopic);
  const replier = await startProcess('bare-replier.ts', [
    servers.KAFKA_BROKERS,
    namespace,
    requestTopic,
    replyTopic,
  ]);
  const answers = new PendingAnswers<undefined>();
  const producer = await kafka.openProducer(requestTopic);
  const settle = ({ key }: { key: string }) => {
    answers.settle(key, undefined);
    return Promise.resolve();
  };
  const consumer = await kafka.consume(replyTopic, settle);
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

/** One caller for each video, each with its own connection. */
async function openVideos(product: Product, count: number): Promise<Call[]> {
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

async function measure(callers: number, saves: readonly Call[], roundTrip: Call): Promise<Result> {
  const all: number[] = [];
  const ways = {
    product: () => measureConcurrently(saves.slice(0, callers), all),
    bare: () => measureConcurrently(Array.from({ length: callers }, () => roundTrip)),
  };
  await interleave(warmUps, ways);
  all.length = 0;
  const { product, bare } = await interleave(rounds, ways);
  const { reference, ratio } = comparePercentiles('p50', product, bare);
  const p95 = comparePercentiles('p95', product, bare);
  return {
    name: `title saved through Kafka, ${String(callers)} at once, p50`,
    measured: { value: median(all), unit },
    reference: { value: reference, unit: 'ms for a bare round trip' },
    ratio,
    bound: `≤ ${String(maxRatio)} ×`,
    isMet: ratio <= maxRatio,
    note: `p95 ${quantile(all, 0.95).toFixed(1)} ms, bare ${p95.reference.toFixed(1)} ms: ${p95.ratio.toFixed(2)} ×; ${String(all.length)} saves`,
  };
}

/** Runs all callers concurrently; the calls of each caller run one after the other. */
async function measureConcurrently(callers: readonly Call[], all: number[] = []): Promise<Percentiles> {
  const took: number[] = [];
  const repeat = async (call: Call) => {
    for (let left = savesPerRound / callers.length; left > 0; left -= 1) took.push(await elapsed(call));
  };
  await Promise.all(callers.map(repeat));
  all.push(...took);
  return percentilesOf(took);
}
