import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { TwoGateways } from './two-gateways.ts';

/** Requests that may wait for their answers at once; a product that is so late has failed. */
const maxRunning = 1_000;

/** Sends requests at a constant rate, whether or not earlier ones were answered, until {@link stop}. */
export class SteadyLoad {
  private readonly gateways: TwoGateways;
  private readonly videoId: string;
  private readonly running = new Set<Promise<void>>();
  private readonly sending: Promise<void>;
  private readonly errors: unknown[] = [];
  private isOver = false;

  constructor(gateways: TwoGateways, videoId: string, perSecond: number) {
    this.gateways = gateways;
    this.videoId = videoId;
    this.sending = this.run(1_000 / perSecond);
    // A failure is thrown by stop().
    this.sending.catch(() => undefined);
  }

  /** @throws the first error of the load itself; failed requests are listed by the gateways */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.sending;
    await Promise.all(this.running);
    if (this.errors.length > 0) throw this.errors[0];
  }

  private async run(everyMs: number): Promise<void> {
    const begin = performance.now();
    for (let index = 0; !this.isOver; index += 1) {
      await wait(Math.max(0, begin + index * everyMs - performance.now()));
      assert.ok(this.running.size < maxRunning, `${String(maxRunning)} requests have no answer`);
      const request = sendInTurn(this.gateways, this.videoId, index)
        .catch((error: unknown) => void this.errors.push(error))
        .finally(() => this.running.delete(request));
      this.running.add(request);
    }
  }
}

const measureMs = 10_000;
const callers = 8;

/** @returns the requests per second of a few callers that never pause. @throws if one fails */
export async function measureCapacity(gateways: TwoGateways, videoId: string): Promise<number> {
  const begin = performance.now();
  let index = 0;
  const call = async () => {
    while (performance.now() - begin < measureMs) await sendInTurn(gateways, videoId, index++);
  };
  await Promise.all(Array.from({ length: callers }, call));
  assert.deepEqual(gateways.failures, []);
  return gateways.answered / ((performance.now() - begin) / 1_000);
}

/** Three reads of a video, a search and a saved title in turn. */
async function sendInTurn(gateways: TwoGateways, videoId: string, index: number): Promise<void> {
  if (index % 5 === 3) await gateways.request('GET', '/api/search?keyword=pricing');
  else if (index % 5 === 4) {
    const body = { passthrough: videoId, title: `Title ${String(index)}` };
    await gateways.request('PATCH', '/api/muxupload/save', body);
  } else await gateways.request('GET', `/api/muxvideos/asset/${videoId}`);
}
