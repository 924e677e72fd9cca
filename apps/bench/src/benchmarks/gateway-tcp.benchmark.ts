import { readFileSync } from 'node:fs';
import { MutualTls } from '@vault/rpc';
import type { Benchmark } from '../measuring/benchmark.ts';
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
      const read = (variable: string) => readFileSync(variableOf(pid, `${variable}_FILE`), 'utf8');
      const certificates = { cert: read('RPC_TLS_CERT'), key: read('RPC_TLS_KEY'), ca: read('RPC_TLS_CA') };
      const addresses = {
        origin,
        rpc: variableOf(pid, 'AUTH_RPC'),
        // The call is made with the certificate of the gateway.
        security: new MutualTls({ current: () => certificates }),
      };
      return [await compareRead('read through the gateway over TCP, p50', addresses)];
    }),
};
