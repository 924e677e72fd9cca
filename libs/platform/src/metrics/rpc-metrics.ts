import type { RpcObserver } from '../rpc/rpc-observer.ts';
import type { Metrics } from './metrics.ts';

const labels = ['service', 'method', 'code'] as const;

/** Counts gRPC calls at the client and at the server. */
export function rpcMetrics(metrics: Metrics): RpcObserver {
  const sides = { client: sideOf('client', 'made'), server: sideOf('server', 'answered') };

  function sideOf(side: 'client' | 'server', verb: string) {
    return {
      calls: metrics.counter({ name: `rpc_${side}_calls_total`, help: `gRPC calls ${verb}.`, labels }),
      durations: metrics.histogram({
        name: `rpc_${side}_duration_seconds`,
        help: `Duration of gRPC calls ${verb}.`,
        labels: ['service', 'method'],
      }),
    };
  }

  return {
    observe({ side, service, method, code, seconds }) {
      const { calls, durations } = sides[side];
      calls.add({ service, method, code });
      durations.observe({ service, method }, seconds);
    },
  };
}
