import { setTimeout as wait } from 'node:timers/promises';
import type { Product } from '../../../e2e/src/testing/product/product.ts';
import { sized, type Benchmark, type Result } from '../measuring/benchmark.ts';
import { restingMiB } from '../measuring/process-memory.ts';
import { withMicroservices } from '../product/microservices.ts';
import { restingNodeMiB } from '../product/node-alone.ts';
import { pollSteadily } from '../product/poll-steadily.ts';
import { readyVideo } from '../product/ready-video.ts';

const settleMs = sized(10_000, 100);
const perSecond = sized(100, 10);
const seconds = sized(60, 2);
const connections = 20;
const unit = 'MiB';

/** Resident memory of each process of the product: at rest, and after a minute of reads. */
export const serviceMemoryBenchmark: Benchmark = {
  name: 'service-memory',
  run: () => withMicroservices(measure),
};

async function measure(product: Product): Promise<Result[]> {
  const api = product.api();
  const { token } = await api.register();
  const id = await readyVideo(api);
  const nodeAlone = await restingNodeMiB();
  await wait(settleMs);
  const atRest = await restingOf(product);
  const urls = ['/api/muxvideos', `/api/muxvideos/asset/${id}`].map((path) => product.origin + path);
  const { failures } = await pollSteadily({ urls, token, perSecond, connections, seconds });
  if (failures > 0) throw new Error(`${String(failures)} reads failed`);
  const afterReads = await restingOf(product);
  return product.processes.map(({ name }) => ({
    name: `memory of ${name} after ${String(seconds)} s of ${String(perSecond)} reads/s`,
    measured: { value: afterReads.get(name) ?? 0, unit },
    reference: { value: nodeAlone, unit: `${unit} of Node alone` },
    ratio: (afterReads.get(name) ?? 0) / nodeAlone,
    note: `${(atRest.get(name) ?? 0).toFixed(1)} ${unit} at rest`,
  }));
}

async function restingOf({ processes }: Product): Promise<Map<string, number>> {
  const resting = processes.map(async ({ name, pid }) => [name, await restingMiB(pid)] as const);
  return new Map(await Promise.all(resting));
}
