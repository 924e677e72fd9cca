import { readFileSync } from 'node:fs';
import { sendFile } from '../../../e2e/src/testing/api/send-file.ts';
import { sized, type Benchmark, type Result } from '../measuring/benchmark.ts';
import { cpuSeconds } from '../measuring/process-cpu.ts';
import { fewKeyFrames } from '../product/fixture-video.ts';
import { withProduct, type ServedProduct } from '../product/served-product.ts';

const seconds = sized(60, 10);
const perHour = 3_600 / seconds;
const chunkBytes = 30 * 1024 * 1024;

/** The processor time for an hour of a recording whose picture must be encoded, scaled from a shorter one. */
export const encodeBenchmark: Benchmark = { name: 'encode', run: () => withProduct(measure) };

async function measure(product: ServedProduct): Promise<Result[]> {
  const media = { bytes: readFileSync(await fewKeyFrames(seconds)), type: 'video/mp4' };
  const api = product.api();
  await api.register();
  const before = cpuSeconds(product.pid);
  const session = await api.openUpload();
  await sendFile(api, session.url, media, chunkBytes);
  const { id } = await api.save(session.id, { title: 'A camera' });
  await api.untilVideo(id, 'encoded', ({ state }) => !['uploading', 'processing'].includes(state));
  const value = (cpuSeconds(product.pid) - before) * perHour;
  const note = `${String(seconds)} s of 1920 × 1080 at 30 frames a second, with a key frame every 20 s`;
  return [{ name: 'encode of an hour: processor', measured: { value, unit: 'CPU s' }, note }];
}
