import type { Product } from '../../../e2e/src/testing/product.ts';
import type { Benchmark, Result } from '../benchmark.ts';
import { quantile } from '../measuring/statistics.ts';
import { withMicroservices } from '../product/microservices.ts';
import { pollSteadily, type PollingOutcome } from '../product/poll-steadily.ts';
import { readyVideo } from '../product/ready-video.ts';

const perSecond = 100;
/** As many pages, with a connection each: a page asks every two seconds, and not again before it was answered. */
const connections = 2 * perSecond;
const warmUpSeconds = 6;
const seconds = 20;
const most = 150;
const unit = 'ms';

/** The question a waiting page asks, while one of the two services behind it hangs. */
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
  const isSaid = [...during.statuses.keys()].every((status) => status === 200 || status === 503);
  return {
    name: `asset poll p95, ${String(perSecond)}/s while chaptering hangs`,
    measured: { value: p95, unit },
    reference: { value: quantile(before.tookMs, 0.95), unit: 'ms before' },
    bound: `≤ ${String(most)} ms, each is answered`,
    isMet: p95 <= most && isSaid && before.failures === 0,
    note: [
      `${String(during.tookMs.length)} polls of ${String(connections)} pages, counted from when each was due: ${inWords(during.statuses)}`,
      `p50 ${quantile(during.tookMs, 0.5).toFixed(1)} ms, p99 ${quantile(during.tookMs, 0.99).toFixed(0)} ms`,
      `longest ${Math.max(...during.tookMs).toFixed(0)} ms`,
    ].join('; '),
  };
}

function inWords(statuses: ReadonlyMap<number, number>): string {
  return [...statuses].map(([status, count]) => `${String(count)} × ${String(status)}`).join(', ');
}
