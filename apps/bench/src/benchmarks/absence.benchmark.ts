import type { Product } from '../../../e2e/src/testing/product/product.ts';
import { sized, type Benchmark, type Result } from '../measuring/benchmark.ts';
import { quantile } from '../measuring/statistics.ts';
import { withMicroservices } from '../product/microservices.ts';
import { pollSteadily, type PollingOutcome } from '../product/poll-steadily.ts';
import { readyVideo } from '../product/ready-video.ts';

const perSecond = sized(100, 20);
/** One for each page: a page polls every two seconds and waits for each answer. */
const connections = 2 * perSecond;
const warmUpSeconds = sized(6, 1);
const seconds = sized(20, 3);
const maxP95Ms = 150;
const unit = 'ms';

/** Polls a video as an open page does while chaptering, one of the two services behind that route, is suspended. */
export const absenceBenchmark: Benchmark = { name: 'absence', run: () => withMicroservices(measure) };

async function measure(product: Product): Promise<Result[]> {
  const api = product.api();
  const { token } = await api.register();
  const id = await readyVideo(api);
  const urls = [`${product.origin}/api/muxvideos/asset/${id}`];
  const poll = (forSeconds: number) =>
    pollSteadily({ urls, token, perSecond, connections, seconds: forSeconds });
  await poll(warmUpSeconds);
  const before = await poll(seconds);
  const peer = product.process('chaptering');
  peer.pause();
  const during = await poll(seconds).finally(() => peer.resume());
  return [toResult(before, during)];
}

function toResult(before: PollingOutcome, during: PollingOutcome): Result {
  const p95 = quantile(during.tookMs, 0.95);
  const isAnswered = [...during.statuses.keys()].every((status) => status === 200 || status === 503);
  return {
    name: `asset poll p95, ${String(perSecond)}/s while chaptering hangs`,
    measured: { value: p95, unit },
    reference: { value: quantile(before.tookMs, 0.95), unit: 'ms before' },
    bound: `≤ ${String(maxP95Ms)} ms, each one is answered`,
    isMet: p95 <= maxP95Ms && isAnswered && before.failures === 0,
    note: [
      `${String(during.tookMs.length)} polls of ${String(connections)} pages, counted from when each was due: ${formatStatuses(during.statuses)}`,
      `p50 ${quantile(during.tookMs, 0.5).toFixed(1)} ms, p99 ${quantile(during.tookMs, 0.99).toFixed(0)} ms`,
      `longest ${Math.max(...during.tookMs).toFixed(0)} ms`,
    ].join('; '),
  };
}

function formatStatuses(statuses: ReadonlyMap<number, number>): string {
  return [...statuses].map(([status, count]) => `${String(count)} × ${String(status)}`).join(', ');
}
