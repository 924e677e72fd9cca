import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sized, type Benchmark } from '../measuring/benchmark.ts';
import { restingMiB } from '../measuring/process-memory.ts';
import { median } from '../measuring/statistics.ts';
import { ServedProduct } from '../product/served-product.ts';

const rounds = sized(3, 1);
const settleMs = sized(10_000, 100);
const unit = 's';

/** Time from the start of the built product's process until it serves, and its resident memory at rest. */
export const startBenchmark: Benchmark = {
  name: 'start',
  run: async () => {
    const [cold, warm]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      const cache = mkdtempSync(join(tmpdir(), 'vault-bench-cache-'));
      cold.push(await startOnce(cache));
      warm.push(await startOnce(cache));
      rmSync(cache, { recursive: true });
    }
    return [
      {
        name: 'start to serving, warm',
        measured: { value: median(warm), unit },
        reference: { value: median(cold), unit: 's with an empty compile cache' },
      },
      { name: 'resident memory at rest', measured: { value: await memoryAtRest(), unit: 'MiB' } },
    ];
  },
};

async function startOnce(cache: string): Promise<number> {
  const product = await ServedProduct.start({ NODE_COMPILE_CACHE: cache });
  await product.end();
  return product.readyMs / 1_000;
}

async function memoryAtRest(): Promise<number> {
  const product = await ServedProduct.start();
  try {
    await wait(settleMs);
    return await restingMiB(product.pid);
  } finally {
    await product.end();
  }
}
