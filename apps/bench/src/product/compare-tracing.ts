import { Agent } from 'node:http';
import { OtlpReceiver } from '@vault/base/testing';
import { Api } from '../../../e2e/src/testing/api/api.ts';
import { sized, type Result } from '../measuring/benchmark.ts';
import { elapsed } from '../measuring/elapsed.ts';
import { interleave } from '../measuring/interleave.ts';
import { median, medianRatio } from '../measuring/statistics.ts';
import type { ServingAddresses } from '../processes/rpc-host.ts';
import { startProcess } from '../processes/start-process.ts';
import { sendJson } from './send-json.ts';

const rounds = sized(41, 1);
const warmUps = sized(10, 1);
const callsPerRound = sized(300, 10);
const samplingRatio = '0.01';
const maxRatio = 1.05;
const unit = 'ms';

/** Measures a read through a gateway that sends a hundredth of its traces, compared with one without tracing. */
export async function compareTracing(): Promise<Result> {
  const receiver = await OtlpReceiver.start();
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  const plain = await startProcess<ServingAddresses>('rpc-host.ts', []);
  const traced = await startProcess<ServingAddresses>('rpc-host.ts', [receiver.url, samplingRatio]);
  const readOf = async ({ origin }: ServingAddresses) => {
    const { token } = await new Api(origin).register();
    return async () => {
      const took: number[] = [];
      for (let index = 0; index < callsPerRound; index += 1)
        took.push(await elapsed(() => sendJson('POST', `${origin}/api/auth`, { token, agent })));
      return median(took);
    };
  };
  try {
    const ways = { traced: await readOf(traced.message), plain: await readOf(plain.message) };
    await interleave(warmUps, ways);
    const figures = await interleave(rounds, ways);
    const ratio = medianRatio(figures.traced, figures.plain);
    return {
      name: 'read through the gateway with tracing, p50',
      measured: { value: median(figures.traced), unit },
      reference: { value: median(figures.plain), unit },
      ratio,
      bound: `≤ ${String(maxRatio)} × without tracing`,
      isMet: ratio <= maxRatio,
      note: `1 % of traces sampled; ${String(receiver.spans.length)} spans received`,
    };
  } finally {
    agent.destroy();
    await Promise.all([plain.stop(), traced.stop()]);
    await receiver.stop();
  }
}
