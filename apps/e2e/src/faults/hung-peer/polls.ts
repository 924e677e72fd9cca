import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { isServed, lacksChapters } from '../../testing/api/send-with-retry.ts';
import type { Api } from '../../testing/api/api.ts';

/** Number of consecutive answers after which the service counts as recovered. */
const recoveredPolls = 20;

interface Poll {
  readonly ms: number;
  readonly isAnswered: boolean;
}

/** The results of a series of polls. */
export class PollResults {
  readonly all: readonly Poll[];

  constructor(all: readonly Poll[]) {
    this.all = all;
  }

  /** Number of polls with a complete answer; all others got a 503 with a message, or lacked chapters. */
  get answered(): number {
    return this.all.filter(({ isAnswered }) => isAnswered).length;
  }

  /** A percentile (0 to 100) of the answer times, in ms. */
  percentile(share: number): number {
    const sorted = this.all.map(({ ms }) => ms).toSorted((a, b) => a - b);
    return sorted[Math.ceil((share / 100) * sorted.length) - 1] ?? 0;
  }

  /** Number of polls that took longer. */
  slowerThan(limitMs: number): number {
    return this.all.filter(({ ms }) => ms > limitMs).length;
  }

  /** The first `count` polls, and the rest. */
  split(count: number): [PollResults, PollResults] {
    return [new PollResults(this.all.slice(0, count)), new PollResults(this.all.slice(count))];
  }

  get summary(): string {
    const [p50, p95, max] = [50, 95, 100].map((share) => this.percentile(share).toFixed(0));
    return `${String(this.answered)} of ${String(this.all.length)} answered; p50 ${p50!}, p95 ${p95!}, at most ${max!} ms`;
  }
}

/** Open pages that poll in turn; no poll waits for another one. */
export class Polls {
  private readonly pages: readonly { readonly api: Api; readonly path: string }[];
  private turn = 0;

  constructor(pages: readonly { readonly api: Api; readonly path: string }[]) {
    this.pages = pages;
  }

  /** Sends polls at a constant rate, whether or not earlier ones were answered. */
  async run(count: number, perSecond: number): Promise<PollResults> {
    const begin = performance.now();
    const pendingPolls: Promise<Poll>[] = [];
    while (pendingPolls.length < count) {
      const due = Math.floor(((performance.now() - begin) / 1_000) * perSecond);
      while (pendingPolls.length < Math.min(due, count)) pendingPolls.push(this.poll());
      await wait(1_000 / perSecond);
    }
    return new PollResults(await Promise.all(pendingPolls));
  }

  /** Whether a series of sequential polls is answered. */
  async areAnswered(): Promise<boolean> {
    for (let count = 0; count < recoveredPolls; count += 1) if (!(await this.poll()).isAnswered) return false;
    return true;
  }

  private async poll(): Promise<Poll> {
    this.turn += 1;
    const { api, path } = this.pages[this.turn % this.pages.length]!;
    const begin = performance.now();
    const answer = await api.send('GET', path);
    const ms = performance.now() - begin;
    const isAnswered = isServed(answer) && !lacksChapters(answer);
    assert.ok(
      [200, 503].includes(answer.status),
      `a poll was answered ${String(answer.status)}: ${answer.text}`,
    );
    return { ms, isAnswered };
  }
}
