import { statSync } from 'node:fs';
import { sized, type Benchmark, type Result } from '../measuring/benchmark.ts';
import { diskUseMiB } from '../measuring/disk-use.ts';
import { peakOf } from '../measuring/peak.ts';
import { peakMiB, restingMiB } from '../measuring/process-memory.ts';
import { withBucket, withProductOn } from '../product/bucket.ts';
import { noise } from '../product/fixture-video.ts';
import { endlessFile, putChunks, uploadChunkBytes } from '../product/put-chunks.ts';
import type { ServedProduct } from '../product/served-product.ts';

const mib = 1024 * 1024;
const totalMiB = sized(Number(process.env.BENCH_LARGE_MIB ?? 2_048), 48);
const maxUploadMiB = 64;
/** Of a job: three parts of 8 MiB, what is read meanwhile, and code that was not loaded before. */
const maxWorkMiB = 128;
const maxWorkShare = 2.1;
/** Of the recording; in a smoke run, the catalogue is larger than that. */
const maxUploadShare = 0.01;
const diskEveryMs = 50;

/** Memory and disk that the product uses for a large recording whose media are in a bucket. */
export const bucketLargeBenchmark: Benchmark = {
  name: 'bucket-large',
  run: () => withBucket((bucket) => withProductOn(bucket, measure)),
};

async function measure(product: ServedProduct): Promise<Result[]> {
  const path = await noise(totalMiB);
  const sizeMiB = statSync(path).size / mib;
  const engine = product.engine();
  await uploadPart(product, totalMiB / 16);
  const restMiB = await restingMiB(product.pid);
  const quarter = await watch(product, restMiB, () => uploadPart(product, totalMiB / 4));
  const upload = await watch(product, restMiB, () => engine.upload(path));
  const work = await watch(product, restMiB, async () => {
    await engine.untilIdle(await engine.untilReady(upload.outcome));
  });
  const disk = (name: string, diskMiB: number, maxShare: number): Result => ({
    name: `disk ${name}`,
    measured: { value: diskMiB, unit: 'MiB' },
    reference: { value: sizeMiB, unit: 'MiB of recording' },
    ratio: diskMiB / sizeMiB,
    bound: `≤ ${String(maxShare)} ×`,
    isMet: diskMiB <= maxShare * sizeMiB,
  });
  const memory = (name: string, memoryMiB: number, maxMiB: number): Result => ({
    name: `memory growth ${name}`,
    measured: { value: memoryMiB, unit: 'MiB' },
    reference: { value: restMiB, unit: 'MiB at rest' },
    bound: `≤ ${String(maxMiB)} MiB`,
    isMet: memoryMiB <= maxMiB,
  });
  return [
    disk('while a bucket gets an upload', upload.diskMiB, maxUploadShare),
    memory('while a bucket gets a quarter of it', quarter.memoryMiB, maxUploadMiB),
    memory('while a bucket gets all of it', upload.memoryMiB, maxUploadMiB),
    disk('while it is processed', work.diskMiB, maxWorkShare),
    memory('while it is processed', work.memoryMiB, maxWorkMiB),
  ];
}

/** An upload that stays open, so that nothing is processed. */
async function uploadPart(product: ServedProduct, sizeMiB: number): Promise<void> {
  const api = product.api();
  await api.register();
  const { url } = await api.openUpload();
  await putChunks(new URL(url, product.origin).href, endlessFile(uploadChunkBytes, Math.ceil(sizeMiB)));
}

/** Runs work, and measures by how much memory and disk use grow at most. */
async function watch<Outcome>(product: ServedProduct, restMiB: number, work: () => Promise<Outcome>) {
  const diskBefore = diskUseMiB(product.dataDir);
  let memoryMiB = 0;
  let outcome!: Outcome;
  const diskMiB = await peakOf(
    () => diskUseMiB(product.dataDir),
    diskEveryMs,
    async () => {
      memoryMiB = await peakMiB(product.pid, async () => (outcome = await work()));
    },
  );
  return { outcome, memoryMiB: memoryMiB - restMiB, diskMiB: diskMiB - diskBefore };
}
