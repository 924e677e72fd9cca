import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { isServed, lacksChapters } from '../../testing/insist.ts';
import type { Api } from '../../testing/api.ts';

/** So many in a row, and all is as it was. */
const enough = 20;

interface Poll {
  readonly ms: number;
  readonly isAnswered: boolean;
}

/** How the polls of some seconds went. */
export class PollResults {
  readonly all: readonly Poll[];

  constructor(all: readonly Poll[]) {
    this.all = all;
  }

  /** How many were answered with what was asked for; all others heard in words that they could not be. */
  get answered(): number {
    return this.all.filter(({ isAnswered }) => isAnswered).length;
  }

  /** Milliseconds in which so many of a hundred had their answer. */
  percentile(share: number): number {
    const sorted = this.all.map(({ ms }) => ms).toSorted((a, b) => a - b);
    return sorted[Math.ceil((share / 100) * sorted.length) - 1] ?? 0;
  }

  /** How many took longer than this. */
  slowerThan(limitMs: number): number {
    return this.all.filter(({ ms }) => ms > limitMs).length;
  }

  /** The first so many, and those after them. */
  split(count: number): [PollResults, PollResults] {
    return [new PollResults(this.all.slice(0, count)), new PollResults(this.all.slice(count))];
  }

  get words(): string {
    const [half, most, all] = [50, 95, 100].map((share) => this.percentile(share).toFixed(0));
    return `${String(this.answered)} of ${String(this.all.length)} answered; p50 ${half!}, p95 ${most!}, at most ${all!} ms`;
  }
}

/** Pages that wait for news: each asks in turn, and none waits for another. */
export class Polls {
  private readonly pages: readonly { readonly api: Api; readonly path: string }[];
  private turn = 0;

  constructor(pages: readonly { readonly api: Api; readonly path: string }[]) {
    this.pages = pages;
  }

  /** Sends so many, evenly, whether or not those before were answered. */
  async run(count: number, perSecond: number): Promise<PollResults> {
    const begin = performance.now();
    const sent: Promise<Poll>[] = [];
    while (sent.length < count) {
      const due = Math.floor(((performance.now() - begin) / 1_000) * perSecond);
      while (sent.length < Math.min(due, count)) sent.push(this.poll());
      await wait(1_000 / perSecond);
    }
    return new PollResults(await Promise.all(sent));
  }

  /** Whether polls are answered, one after the other. */
  async areAnswered(): Promise<boolean> {
    for (let count = 0; count < enough; count += 1) if (!(await this.poll()).isAnswered) return false;
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
