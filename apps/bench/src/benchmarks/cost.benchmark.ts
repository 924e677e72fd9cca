import { readFileSync, existsSync, lstatSync, readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import type { Api } from '../../../e2e/src/testing/api/api.ts';
import { sendFile } from '../../../e2e/src/testing/api/send-file.ts';
import { queryFile, readStore } from '../../../e2e/src/testing/stores/media-data.ts';
import { sized, type Benchmark, type Result } from '../measuring/benchmark.ts';
import { monotonicMs } from '../measuring/monotonic-ms.ts';
import { cpuSeconds } from '../measuring/process-cpu.ts';
import { longTalk } from '../product/fixture-video.ts';
import { withProduct, type ServedProduct } from '../product/served-product.ts';

/** The content of a data folder. */
interface StorageUsage {
  readonly bytes: number;
  /** Of the files of videos and clips. */
  readonly mediaBytes: number;
  readonly documents: number;
  readonly messages: number;
}

/** Reads the data folder of a running product that writes nothing at the moment. */
function readStorageUsage(dataDir: string): StorageUsage {
  const stores = readdirSync(join(dataDir, 'store')).filter((name) => name.endsWith('.sqlite'));
  const documents = stores.flatMap((name) => Object.values(readStore(join(dataDir, 'store', name))).flat());
  const messages = queryFile(join(dataDir, 'log.sqlite'), 'SELECT offset FROM messages');
  return {
    bytes: bytesBelow(dataDir),
    mediaBytes: bytesBelow(join(dataDir, 'media', 'objects')),
    documents: documents.length,
    messages: messages.length,
  };
}

function bytesBelow(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).size, 0);
}

const minutes = sized(30, 1);
const perHour = 60 / minutes;
const chunkBytes = 30 * 1024 * 1024;
const mib = 1024 * 1024;
const pollMs = 200;
/** The video host still renders pictures when the chapters are ready. */
const afterWorkMs = 5_000;
/** Pages show the time left in steps of 10 s: half a step is no error, and nothing is judged closer to the end than one. */
const shownStepMs = 10_000;
/** In a shorter step, the first quarter is over before other work on the same video has ended, and changes the rate. */
const minJudgedMs = 60_000;

interface Estimate {
  readonly step: string;
  readonly atMs: number;
  readonly secondsLeft: number | null;
}

/** The resources used for one hour of webinar, scaled from a shorter one, and the accuracy of the shown time left. */
export const costBenchmark: Benchmark = { name: 'cost', run: () => withProduct(measure) };

async function measure(product: ServedProduct): Promise<Result[]> {
  const media = { bytes: readFileSync(await longTalk(minutes)), type: 'video/mp4' };
  const api = product.api();
  await api.register();
  const before = readStorageUsage(product.dataDir);
  const { spent, estimates } = await followSteps(product, api, media);
  const after = readStorageUsage(product.dataDir);
  const perSource = (bytes: number) => (bytes / media.bytes.length).toFixed(2);
  const stored = after.bytes - before.bytes;
  const shares = `${perSource(stored)} × the uploaded file, ${perSource(after.mediaBytes - before.mediaBytes)} × of it media`;
  return [
    ...[...spent].map(([step, seconds]) => hourly(`processor while ${step}`, seconds, 'CPU s')),
    ...[...spent.keys()].flatMap((step) => timeLeftError(step, estimates)),
    {
      ...hourly('stored', stored / mib, 'MiB'),
      note: `${shares} (${String(minutes)} minutes of slides and speech)`,
    },
    perVideo('documents', after.documents - before.documents, 'a video'),
    perVideo('messages', after.messages - before.messages, 'a video'),
  ];
}

/**
 * Uploads a video and polls it until it is ready.
 * @returns seconds of processor time by step, and the times left as they were shown
 */
async function followSteps(product: ServedProduct, api: Api, media: Parameters<typeof sendFile>[2]) {
  const spent = new Map<string, number>();
  const estimates: Estimate[] = [];
  let last = cpuSeconds(product.pid);
  const note = (step: string) => {
    const now = cpuSeconds(product.pid);
    spent.set(step, (spent.get(step) ?? 0) + now - last);
    last = now;
  };
  const session = await api.openUpload();
  await sendFile(api, session.url, media, chunkBytes);
  const { id } = await api.save(session.id, { title: 'An hour' });
  note('uploading');
  for (;;) {
    const { state, failure, secondsLeft } = await api.video(id);
    note(state);
    estimates.push({ step: state, atMs: monotonicMs(), secondsLeft });
    if (state === 'failed') throw new Error(`the video failed: ${JSON.stringify(failure)}`);
    if (state === 'ready') break;
    await wait(pollMs);
  }
  await wait(afterWorkMs);
  note('ready');
  return { spent, estimates };
}

/** The largest error of the time left, after the first quarter of a step. Empty for a step too short to be measured. */
function timeLeftError(step: string, estimates: readonly Estimate[]): Result[] {
  const start = estimates.find((estimate) => estimate.step === step)?.atMs;
  if (start === undefined) return [];
  const end = estimates.find((estimate) => estimate.atMs > start && estimate.step !== step)?.atMs;
  if (end === undefined) return [];
  const quarter = start + (end - start) / 4;
  const off = estimates
    .filter((estimate) => estimate.step === step && estimate.atMs >= quarter)
    .filter(({ atMs }) => end - atMs >= shownStepMs)
    .map(({ atMs, secondsLeft }) => {
      const leftMs = end - atMs;
      return Math.max(0, Math.abs((secondsLeft ?? 0) * 1_000 - leftMs) - shownStepMs / 2) / leftMs;
    });
  if (off.length === 0) return [];
  const worst = 100 * Math.max(...off);
  const isJudged = end - start >= minJudgedMs;
  return [
    {
      name: `time left while ${step}, at worst`,
      measured: { value: worst, unit: '% off' },
      ...(isJudged && { bound: '≤ 30 % from the first quarter on', isMet: worst <= 30 }),
      note: `${String(off.length)} estimates in ${((end - start) / 1_000).toFixed(0)} s`,
    },
  ];
}

function hourly(name: string, value: number, unit: string): Result {
  return { name: `cost of an hour: ${name}`, measured: { value: value * perHour, unit } };
}

function perVideo(name: string, value: number, unit: string): Result {
  return { name: `cost: ${name}`, measured: { value, unit } };
}
