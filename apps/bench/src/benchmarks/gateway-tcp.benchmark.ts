import type { Benchmark } from '../benchmark.ts';
import { variableOf } from '../measuring/process-environment.ts';
import { compareRead } from '../product/compare-read.ts';
import { withMicroservices } from '../product/microservices.ts';

/** A read through the gateway where each service is a process. */
export const gatewayTcpBenchmark: Benchmark = {
  name: 'gateway-tcp',
  run: () =>
    withMicroservices(async (product) => {
      const { origin } = product;
      const { pid } = product.process('gateway');
      const addresses = {
        origin,
        rpc: variableOf(pid, 'AUTH_RPC'),
        secret: variableOf(pid, 'RPC_SECRET'),
      };
      return [await compareRead('read through the gateway over TCP, p50', addresses)];
    }),
};
