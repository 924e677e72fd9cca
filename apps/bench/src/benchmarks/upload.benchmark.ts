import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { sized, type Benchmark } from '../measuring/benchmark.ts';
import { interleave } from '../measuring/interleave.ts';
import { median, medianRatio } from '../measuring/statistics.ts';
import { startProcess } from '../processes/start-process.ts';
import { endlessFile, putChunks, uploadChunkBytes } from '../product/put-chunks.ts';
import { withProduct, type ServedProduct } from '../product/served-product.ts';

const totalMiB = sized(600, 60);
const rounds = sized(5, 1);
const minRatio = 0.8;
const unit = 'MiB/s';

/** Uploading through the product, compared with a minimal Node server. */
export const uploadBenchmark: Benchmark = { name: 'upload', run: () => withProduct(measure) };

async function measure(product: ServedProduct) {
  const file = endlessFile(uploadChunkBytes, totalMiB);
  const received = join(product.dataDir, 'bare-upload');
  const bare = await startProcess<number>('bare-receiver.ts', [received]);
  const bareUrl = `http://127.0.0.1:${String(bare.message)}`;
  try {
    const speeds = await interleave(rounds, {
      product: () => uploadOnce(product, file),
      bare: () => withFileEmptied(received, () => putChunks(`${bareUrl}/`, file)),
      synced: () => withFileEmptied(received, () => putChunks(`${bareUrl}/synced`, file)),
    });
    const measured = { value: median(speeds.product), unit };
    const ratio = medianRatio(speeds.product, speeds.bare);
    return [
      {
        name: 'upload, 30 MiB chunks',
        measured,
        reference: { value: median(speeds.bare), unit },
        ratio,
        bound: `≥ ${String(minRatio)} × a bare pipeline`,
        isMet: ratio >= minRatio,
        note: `${String(totalMiB)} MiB; the product answers a chunk after a sync to the disk, the bare pipeline without one`,
      },
      {
        name: 'upload, reference synced as well',
        measured,
        reference: { value: median(speeds.synced), unit },
        ratio: medianRatio(speeds.product, speeds.synced),
      },
    ];
  } finally {
    await bare.stop();
  }
}

async function uploadOnce(product: ServedProduct, file: Parameters<typeof putChunks>[1]): Promise<number> {
  const api = product.api();
  await api.register();
  const { url } = await api.openUpload();
  return putChunks(new URL(url, product.origin).href, file);
}

/** Empties the file and syncs it afterwards, so that its pending writes do not slow the next measurement. */
async function withFileEmptied(path: string, work: () => Promise<number>): Promise<number> {
  const speed = await work();
  const handle = await open(path, 'r+');
  await handle.sync();
  await handle.truncate(0);
  await handle.sync();
  await handle.close();
  return speed;
}
