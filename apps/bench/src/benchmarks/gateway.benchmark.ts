import type { Benchmark } from '../measuring/benchmark.ts';
import type { ServingAddresses } from '../processes/rpc-host.ts';
import { startProcess } from '../processes/start-process.ts';
import { compareRead } from '../product/compare-read.ts';
import { comparePolls } from '../product/poll-cost.ts';
import { withProduct } from '../product/served-product.ts';

/** A read and polls through the gateway where all services are in one process. */
export const gatewayBenchmark: Benchmark = {
  name: 'gateway',
  run: async () => {
    const host = await startProcess<ServingAddresses>('rpc-host.ts', []);
    try {
      const read = await compareRead(host.message);
      return [read, ...(await withProduct(comparePolls))];
    } finally {
      await host.stop();
    }
  },
};
