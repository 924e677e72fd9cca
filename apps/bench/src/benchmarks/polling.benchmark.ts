import { readFileSync } from 'node:fs';
import { talk } from '../../../e2e/src/testing/talk.ts';
import { uploadVideo } from '../../../e2e/src/testing/send-file.ts';
import type { Benchmark, Result } from '../benchmark.ts';
import { median, quantile } from '../measuring/statistics.ts';
import { longTalk } from '../product/fixture-video.ts';
import { pollSteadily } from '../product/poll-steadily.ts';
import { withProduct, type ServedProduct } from '../product/served-product.ts';

const talkMinutes = 20;
const perSecond = 300;
const connections = 100;
const warmUpSeconds = 5;
const quietSeconds = 8;
const busySeconds = 25;
const fewest = 5 * perSecond;
const most = 150;
const unit = 'ms';

/** The question a waiting page asks, while a talk is being transcribed. */
export const pollingBenchmark: Benchmark = { name: 'polling', run: () => withProduct(measure) };

async function measure(product: ServedProduct): Promise<Result[]> {
  const api = product.api();
  const { token } = await api.register();
  const short = await uploadVideo(api, talk(), 'The talk that is ready');
  await api.untilReady(short.video.id);
  const pollFor = (seconds: number, ids: readonly string[], goesOn?: (body: string) => boolean) => {
    const urls = ids.map((id) => `${product.origin}/api/muxvideos/asset/${id}`);
    return pollSteadily({ urls, token, perSecond, connections, seconds, goesOn });
  };
  await pollFor(warmUpSeconds, [short.video.id]);
  const quiet = await pollFor(quietSeconds, [short.video.id]);

  const media = { bytes: readFileSync(await longTalk(talkMinutes)), type: 'video/mp4' };
  const long = await uploadVideo(api, media, 'The talk that is worked on');
  await api.untilVideo(long.video.id, 'transcribed', ({ state }) => state === 'captioning');
  // A page polls what it waits for; a library behind it shows what is there.
  const busy = await pollFor(busySeconds, [long.video.id, short.video.id], isWorking(long.video.id));
  if (busy.tookMs.length < fewest) throw new Error('the transcription ended before enough was measured');
  const p95 = quantile(busy.tookMs, 0.95);
  return [
    {
      name: `asset poll p95, ${String(perSecond)}/s while transcribing`,
      measured: { value: p95, unit },
      reference: { value: quantile(quiet.tookMs, 0.95), unit: 'ms at rest' },
      bound: `≤ ${String(most)} ms, none fails`,
      isMet: p95 <= most && busy.failures === 0,
      note: `${String(busy.tookMs.length)} polls over ${String(connections)} connections, p50 ${median(busy.tookMs).toFixed(1)} ms, p99 ${quantile(busy.tookMs, 0.99).toFixed(1)} ms, ${String(busy.failures)} failed; counted from when each was due`,
    },
  ];
}

/** Answers about other videos say nothing about this one. */
function isWorking(id: string) {
  return (body: string): boolean => {
    const { data } = JSON.parse(body) as { data: { id: string; state: string } };
    return data.id !== id || data.state === 'captioning';
  };
}
