import { createReadStream } from 'node:fs';
import { silentVideo } from '../../../e2e/src/testing/api/talk.ts';
import { isSmoke, type Benchmark, type Result } from '../measuring/benchmark.ts';
import { elapsed } from '../measuring/elapsed.ts';
import { interleave } from '../measuring/interleave.ts';
import { median, medianRatio, spreadOf } from '../measuring/statistics.ts';
import { BareClient, partBytes, withBucket, withProductOn } from '../product/bucket.ts';
import { halfAnHour, twoMinutes } from '../product/fixture-video.ts';
import { withProduct, type ServedProduct } from '../product/served-product.ts';

const recordings = isSmoke
  ? [{ name: 'twelve seconds', file: () => Promise.resolve(silentVideo().path), rounds: 1 }]
  : [
      { name: 'two minutes of 720p', file: twoMinutes, rounds: 15 },
      { name: 'half an hour of 720p', file: halfAnHour, rounds: 5 },
    ];
const maxRatio = 1.3;
const unit = 'ms';

/**
 * How long a client waits until its upload plays, with media in a bucket and in a folder. The engine must read the
 * recording from the bucket and store what plays there, so the transfer of a bare client is added to the folder's time.
 */
export const bucketPlayableBenchmark: Benchmark = {
  name: 'bucket-playable',
  run: () =>
    withBucket((bucket) =>
      withProduct((inFolder) =>
        withProductOn(bucket, (inBucket) => measure(inFolder, inBucket, new BareClient(bucket))),
      ),
    ),
};

async function measure(
  inFolder: ServedProduct,
  inBucket: ServedProduct,
  client: BareClient,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const { name, file, rounds } of recordings) {
    const path = await file();
    const { bucket, folder, moved } = await interleave(rounds, {
      bucket: () => waitOnce(inBucket, path),
      folder: () => waitOnce(inFolder, path),
      moved: () => elapsed(() => client.storeAndRead(createReadStream(path, { highWaterMark: partBytes }))),
    });
    const reference = folder.map((ms, round) => ms + (moved[round] ?? Number.NaN));
    const ratio = medianRatio(bucket, reference);
    results.push({
      name: `playable in a bucket, ${name}`,
      measured: { value: median(bucket), unit },
      reference: { value: median(reference), unit },
      ratio,
      bound: `≤ ${String(maxRatio)} × in a folder and its transfer`,
      isMet: ratio <= maxRatio,
      note: `from the last byte sent until the asset is ready; ${median(folder).toFixed(0)} ms in a folder, ${median(moved).toFixed(0)} ms for a bare client to store and read the file; ${spreadOf(bucket, reference)}`,
    });
  }
  client.close();
  return results;
}

async function waitOnce(product: ServedProduct, path: string): Promise<number> {
  const engine = product.engine();
  const asset = await engine.ingest(path);
  // Ends the work that a playable asset does not need.
  await engine.remove(asset);
  return asset.waitingMs;
}
