import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Api } from '../../../e2e/src/testing/api.ts';
import { sendFile } from '../../../e2e/src/testing/send-file.ts';
import type { Benchmark, Result } from '../benchmark.ts';
import { cpuSeconds } from '../measuring/process-cpu.ts';
import { longTalk } from '../product/fixture-video.ts';
import { withProduct, type ServedProduct } from '../product/served-product.ts';
import { readStored } from '../product/stored-things.ts';

const minutes = 10;
const perHour = 60 / minutes;
const chunkBytes = 30 * 1024 * 1024;
const mib = 1024 * 1024;
const pollMs = 200;
/** Pictures are still drawn when the chapters stand. */
const afterWorkMs = 5_000;

/** What one hour of webinar costs, from a shorter one. */
export const costBenchmark: Benchmark = { name: 'cost', run: () => withProduct(measure) };

async function measure(product: ServedProduct): Promise<Result[]> {
  const media = { bytes: readFileSync(await longTalk(minutes)), type: 'video/mp4' };
  const api = product.api();
  await api.register();
  const before = readStored(product.dataDir);
  const steps = await followSteps(product, api, media);
  const after = readStored(product.dataDir);
  const perSource = ((after.bytes - before.bytes) / media.bytes.length).toFixed(2);
  return [
    ...[...steps].map(([step, seconds]) => hourly(`processor while ${step}`, seconds, 'CPU s')),
    {
      ...hourly('stored', (after.bytes - before.bytes) / mib, 'MiB'),
      note: `${perSource} × the file that was sent (${String(minutes)} minutes of slides and speech)`,
    },
    one('documents', after.documents - before.documents, 'a video'),
    one('messages', after.messages - before.messages, 'a video'),
  ];
}

/** Sends a video and follows it to the end. @returns seconds of processor time by the step they were spent in */
async function followSteps(product: ServedProduct, api: Api, media: Parameters<typeof sendFile>[2]) {
  const spent = new Map<string, number>();
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
    const { state, failure } = await api.video(id);
    note(state);
    if (state === 'failed') throw new Error(`the video failed: ${JSON.stringify(failure)}`);
    if (state === 'ready') break;
    await wait(pollMs);
  }
  await wait(afterWorkMs);
  note('ready');
  return spent;
}

function hourly(name: string, value: number, unit: string): Result {
  return { name: `cost of an hour: ${name}`, measured: { value: value * perHour, unit } };
}

function one(name: string, value: number, unit: string): Result {
  return { name: `cost: ${name}`, measured: { value, unit } };
}
