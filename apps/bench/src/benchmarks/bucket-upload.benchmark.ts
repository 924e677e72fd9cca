import { sized, type Benchmark, type Result } from '../measuring/benchmark.ts';
import { elapsed } from '../measuring/elapsed.ts';
import { interleave } from '../measuring/interleave.ts';
import { median, medianRatio, spreadOf } from '../measuring/statistics.ts';
import { BareClient, partBytes, withBucket, withProductOn, type Bucket } from '../product/bucket.ts';
import { endlessFile, putChunks, uploadChunkBytes, type EndlessFile } from '../product/put-chunks.ts';
import type { ServedProduct } from '../product/served-product.ts';

const totalMiB = sized(480, 30);
const rounds = sized(15, 1);
const minRatio = 0.7;
const unit = 'MiB/s';

/** Uploading through the product into a bucket, compared with a client of the bucket. */
export const bucketUploadBenchmark: Benchmark = {
  name: 'bucket-upload',
  run: () => withBucket((bucket) => withProductOn(bucket, (product) => measure(bucket, product))),
};

async function measure(bucket: Bucket, product: ServedProduct): Promise<Result[]> {
  const file = endlessFile(uploadChunkBytes, totalMiB);
  const client = new BareClient(bucket);
  const api = product.api();
  await api.register();
  // Removing them at once spares the disk, and so the next measurement.
  const withoutParts = async (work: () => Promise<number>) => {
    const speed = await work();
    await client.removeParts();
    return speed;
  };
  const speeds = await interleave(rounds, {
    product: () =>
      withoutParts(async () => {
        const { url } = await api.openUpload();
        return putChunks(new URL(url, product.origin).href, file);
      }),
    bare: () =>
      withoutParts(async () => totalMiB / ((await elapsed(() => client.send(partsOf(file)))) / 1_000)),
  });
  client.close();
  const ratio = medianRatio(speeds.product, speeds.bare);
  return [
    {
      name: 'upload to a bucket, 30 MiB chunks',
      measured: { value: median(speeds.product), unit },
      reference: { value: median(speeds.bare), unit },
      ratio,
      bound: `≥ ${String(minRatio)} × a bare client of the bucket`,
      isMet: ratio >= minRatio,
      note: `${String(totalMiB)} MiB until the last part is stored; the bare client sends parts of 8 MiB; ${spreadOf(speeds.product, speeds.bare)}`,
    },
  ];
}

/** As many bytes in parts, of the same chunk. */
function* partsOf({ chunk, totalBytes }: EndlessFile): Generator<Buffer> {
  for (let from = 0; from < totalBytes; from += partBytes)
    yield chunk.subarray(0, Math.min(partBytes, totalBytes - from));
}
