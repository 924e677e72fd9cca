import { setTimeout as wait } from 'node:timers/promises';
import type { Api } from '../../testing/api.ts';

interface SavedTitle {
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Uses a product until {@link stop}: saves titles with increasing numbers, reads and searches. Each call waits for the
 * answer to the one before, so that a busy machine gets fewer calls.
 */
export class SavedTitles {
  /** Those that were acknowledged. */
  readonly acknowledged: SavedTitle[] = [];
  /** All calls, and those that were not answered with 200. */
  readonly calls = { sent: 0, failed: 0 };
  private readonly api: Api;
  private readonly videoId: string;
  private readonly pauseMs: number;
  private readonly working: Promise<unknown>;
  private isOver = false;

  constructor(api: Api, videoId: string, pauseMs: number) {
    this.api = api;
    this.videoId = videoId;
    this.pauseMs = pauseMs;
    this.working = Promise.all([this.save(), this.read(), this.read()]);
  }

  /** The number of the last title that was acknowledged before a time. */
  lastBefore(time: number): number {
    return this.acknowledged.findLast(({ at }) => at < time)?.number ?? 0;
  }

  /** When a title was acknowledged. */
  timeOf(number: number): number {
    const found = this.acknowledged.find((each) => each.number === number);
    if (!found) throw new Error(`the title ${String(number)} was not acknowledged`);
    return found.at;
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.working;
  }

  private async save(): Promise<void> {
    for (let number = 1; !this.isOver; number += 1) {
      const body = { passthrough: this.videoId, title: titleOf(number) };
      if (await this.send('PATCH', '/api/muxupload/save', body))
        this.acknowledged.push({ number, at: Date.now() });
    }
  }

  private async read(): Promise<void> {
    while (!this.isOver) {
      await this.send('GET', `/api/muxvideos/asset/${this.videoId}`);
      await this.send('GET', '/api/search?keyword=pricing');
    }
  }

  /** @returns whether it succeeded: the product may be killed meanwhile */
  private async send(method: string, path: string, body?: object): Promise<boolean> {
    const answer = await this.api.send(method, path, { body }).catch(() => undefined);
    this.calls.sent += 1;
    if (answer?.status !== 200) this.calls.failed += 1;
    await wait(this.pauseMs);
    return answer?.status === 200;
  }
}

export function titleOf(number: number): string {
  return `Saved ${String(number)}`;
}

/** The number in a title that was saved. */
export function numberOf(title: string): number {
  return Number(/^Saved (\d+)$/.exec(title)?.[1]);
}
