import type { Benchmark } from '../benchmark.ts';
import type { ServingAddresses } from '../processes/rpc-host.ts';
import { startProcess } from '../processes/start-process.ts';
import { compareRead } from '../product/compare-read.ts';
import { comparePolls } from '../product/compare-polls.ts';
import { withProduct } from '../product/served-product.ts';

/** Reads through the gateway where all services are in one process: their time, and what polls cost. */
export const gatewayBenchmark: Benchmark = {
  name: 'gateway',
  run: async () => {
    const host = await startProcess<ServingAddresses>('rpc-host.ts', []);
    try {
      const read = await compareRead('read through the gateway, p50', host.message);
      return [read, ...(await withProduct(comparePolls))];
    } finally {
      await host.stop();
    }
  },
};
