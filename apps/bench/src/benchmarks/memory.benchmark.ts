import { sized, type Benchmark, type Result } from '../measuring/benchmark.ts';
import { peakMiB, restingMiB } from '../measuring/process-memory.ts';
import { endlessFile, putChunks } from '../product/put-chunks.ts';
import { withProduct, type ServedProduct } from '../product/served-product.ts';

const kib = 1024;
const mib = 1024 * kib;
const maxGrowthMiB = 64;
const sizes = [
  { name: '256 KiB', chunkBytes: 256 * kib, totalMiB: sized(300, 60) },
  { name: '30 MiB', chunkBytes: 30 * mib, totalMiB: sized(600, 60) },
  { name: '500 MiB', chunkBytes: 500 * mib, totalMiB: sized(1_000, 60) },
];
const warmUpMiB = 60;

/** How much more memory the server takes while it receives a file. */
export const memoryBenchmark: Benchmark = {
  name: 'memory',
  run: async () => {
    const results: Result[] = [];
    // A new product for each size: memory that one upload leaves allocated would distort the next measurement.
    for (const size of sizes) results.push(await withProduct((product) => measure(product, size)));
    return results;
  },
};

async function measure(product: ServedProduct, { name, chunkBytes, totalMiB }: (typeof sizes)[number]) {
  const api = product.api();
  await api.register();
  const upload = async (bytes: number, total: number) => {
    const { url } = await api.openUpload();
    await putChunks(new URL(url, product.origin).href, endlessFile(bytes, total));
  };
  await upload(Math.min(chunkBytes, warmUpMiB * mib), warmUpMiB);
  const before = await restingMiB(product.pid);
  const growth = (await peakMiB(product.pid, () => upload(chunkBytes, totalMiB))) - before;
  return {
    name: `memory growth, chunks of ${name}`,
    measured: { value: growth, unit: 'MiB' },
    reference: { value: before, unit: 'MiB at rest' },
    bound: `≤ ${String(maxGrowthMiB)} MiB`,
    isMet: growth <= maxGrowthMiB,
  };
}
