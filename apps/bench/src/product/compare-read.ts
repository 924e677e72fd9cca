import { Agent } from 'node:http';
import { authRpc } from '@vault/contracts/rpc';
import { createRpcClient } from '@vault/rpc';
import { Api } from '../../../e2e/src/testing/api/api.ts';
import { sized, type Result } from '../measuring/benchmark.ts';
import { elapsed } from '../measuring/elapsed.ts';
import { interleave } from '../measuring/interleave.ts';
import { median, medianRatio, quantile } from '../measuring/statistics.ts';
import type { ServingAddresses } from '../processes/rpc-host.ts';
import { sendJson } from './send-json.ts';

const rounds = sized(21, 1);
const warmUps = sized(8, 1);
const callsPerRound = sized(300, 10);
const maxRatio = 2.2;
const unit = 'ms';

/** Measures an API read that needs one call of one service, compared with that call made directly. */
export async function compareRead({ origin, rpc }: ServingAddresses): Promise<Result> {
  const { token, id: userId } = await new Api(origin).register();
  const auth = createRpcClient(authRpc.AuthServiceService, rpc, { service: 'auth' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const gatewayCalls: number[] = [];
  const ways = {
    gateway: () => p50(() => sendJson('POST', `${origin}/api/auth`, { token, agent }), gatewayCalls),
    direct: () => p50(() => auth.methods.getSettings({ ownerId: userId })),
  };
  try {
    await interleave(warmUps, ways);
    gatewayCalls.length = 0;
    const { gateway, direct } = await interleave(rounds, ways);
    const ratio = medianRatio(gateway, direct);
    return {
      name: 'read through the gateway, p50',
      measured: { value: median(gateway), unit },
      reference: { value: median(direct), unit },
      ratio,
      bound: `≤ ${String(maxRatio)} × the direct gRPC call`,
      isMet: ratio <= maxRatio,
      note: `one caller, sequential requests; p99 through the gateway ${quantile(gatewayCalls, 0.99).toFixed(2)} ms`,
    };
  } finally {
    agent.destroy();
    auth.close();
  }
}

async function p50(call: () => Promise<unknown>, all: number[] = []): Promise<number> {
  const took: number[] = [];
  for (let index = 0; index < callsPerRound; index += 1) took.push(await elapsed(call));
  all.push(...took);
  return median(took);
}
