import { readFileSync } from 'node:fs';
import type { Api } from '../../../e2e/src/testing/api/api.ts';
import { talk } from '../../../e2e/src/testing/api/talk.ts';
import { uploadVideo, type Media } from '../../../e2e/src/testing/api/send-file.ts';
import { sized, type Benchmark, type Result } from '../measuring/benchmark.ts';
import { cpuSeconds } from '../measuring/process-cpu.ts';
import { median, quantile } from '../measuring/statistics.ts';
import { startProcess } from '../processes/start-process.ts';
import { longTalk } from '../product/fixture-video.ts';
import { pollSteadily, type Polling, type PollingOutcome } from '../product/poll-steadily.ts';
import { withProduct, type ServedProduct } from '../product/served-product.ts';

const talkMinutes = sized(20, 5);
const perSecond = sized(300, 20);
const idlePerSecond = sized(1_000, 20);
const connections = 100;
/** Low enough not to slow the product. */
const barePerSecond = 30;
const bareConnections = 10;
const warmUpSeconds = sized(5, 1);
const idleSeconds = sized(8, 2);
const busySeconds = sized(25, 5);
const minPolls = 5 * perSecond;
const maxP95Ms = 150;
const unit = 'ms';

/** Polls a video as an open page does, while a talk is being transcribed. */
export const pollingBenchmark: Benchmark = {
  name: 'polling',
  run: async () => {
    const bare = await startProcess<number>('bare-answer.ts', []);
    try {
      return await withProduct((product) => measure(product, `http://127.0.0.1:${String(bare.message)}/`));
    } finally {
      await bare.stop();
    }
  },
};

async function measure(product: ServedProduct, bareUrl: string): Promise<Result[]> {
  const api = product.api();
  const { token } = await api.register();
  const ready = await sendTalk(api, talk(), 'The talk that is ready');
  await api.untilReady(ready);
  const poll = (ids: readonly string[], polling: Partial<Polling>) => {
    const urls = ids.map((id) => `${product.origin}/api/muxvideos/asset/${id}`);
    return pollSteadily({ urls, token, perSecond, connections, seconds: busySeconds, ...polling });
  };
  const pollBare = (seconds: number) =>
    pollSteadily({ urls: [bareUrl], token, perSecond: barePerSecond, connections: bareConnections, seconds });
  await poll([ready], { seconds: warmUpSeconds });
  const cpuBefore = cpuSeconds(product.pid);
  const [idle, bareIdle] = await Promise.all([
    poll([ready], { perSecond: idlePerSecond, seconds: idleSeconds }),
    pollBare(idleSeconds),
  ]);
  const cpuMs = (1_000 * (cpuSeconds(product.pid) - cpuBefore)) / idle.tookMs.length;

  const long = { bytes: readFileSync(await longTalk(talkMinutes)), type: 'video/mp4' };
  const working = await sendTalk(api, long, 'The talk that is transcribed');
  await api.untilVideo(working, 'transcribed', ({ state }) => state === 'captioning');
  // A page polls the video it waits for and, in its library, a finished one.
  const polling = poll([working, ready], { shouldContinue: isTranscribing(working) });
  const bareBusy = await pollBare(minPolls / perSecond);
  const busy = await polling;
  if (busy.tookMs.length < minPolls) throw new Error('the transcription ended before enough was measured');
  const idleName = `asset poll p95, ${String(idlePerSecond)}/s`;
  return [
    toResult(idleName, idle, bareIdle, [`${cpuMs.toFixed(2)} ms of processor time per poll`]),
    toResult(`asset poll p95, ${String(perSecond)}/s while transcribing`, busy, bareBusy),
  ];
}

function toResult(
  name: string,
  polled: PollingOutcome,
  bare: PollingOutcome,
  notes: readonly string[] = [],
): Result {
  const p95 = quantile(polled.tookMs, 0.95);
  return {
    name,
    measured: { value: p95, unit },
    reference: { value: quantile(bare.tookMs, 0.95), unit: 'ms of a bare server meanwhile' },
    bound: `≤ ${String(maxP95Ms)} ms, none fails`,
    isMet: p95 <= maxP95Ms && polled.failures === 0,
    note: [
      `${String(polled.tookMs.length)} polls over ${String(connections)} connections, counted from when each was due`,
      `p50 ${median(polled.tookMs).toFixed(1)} ms, p99 ${quantile(polled.tookMs, 0.99).toFixed(1)} ms`,
      `${String(polled.failures)} failed`,
      ...notes,
    ].join('; '),
  };
}

async function sendTalk(api: Api, media: Media, title: string): Promise<string> {
  const { video } = await uploadVideo(api, media, title);
  return video.id;
}

/** True for answers about other videos: they do not show the state of this one. */
function isTranscribing(id: string) {
  return (body: string): boolean => {
    const { data } = JSON.parse(body) as { data: { id: string; state: string } };
    return data.id !== id || data.state === 'captioning';
  };
}
