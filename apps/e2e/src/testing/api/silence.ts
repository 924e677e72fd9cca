import { setTimeout as wait } from 'node:timers/promises';
import type { Api } from './api.ts';

const pauseMs = 50;
/** A silent call is counted as this long. */
const callTimeoutMs = 120_000;

/**
 * Another person's calls while something heavy goes on: how long the longest took, against a computation of this process
 * that is repeated all the time. Both slow down together on a busy machine.
 */
export class Silence {
  /** In milliseconds, by call. */
  readonly longest: Record<string, number> = {};
  /** Answers that were no success, by call. */
  readonly failures: string[] = [];
  private readonly references: number[] = [];
  private isWatching = true;
  private readonly watches: readonly Promise<void>[];

  /** @param paths calls of a signed-in person, repeated until {@link end} */
  constructor(api: Api, paths: readonly string[]) {
    this.watches = [...paths.map((path) => this.watch(api, path)), this.watchReference()];
  }

  /** Ends the calls. @returns the longest answer, in mean lengths of the computation, which takes about 50 ms by itself */
  async end(): Promise<number> {
    this.isWatching = false;
    await Promise.all(this.watches);
    const mean = this.references.reduce((sum, each) => sum + each, 0) / this.references.length;
    return Math.max(...Object.values(this.longest)) / mean;
  }

  private async watch(api: Api, path: string): Promise<void> {
    while (this.isWatching) {
      const start = performance.now();
      const signal = AbortSignal.timeout(callTimeoutMs);
      const headers = api.user ? { authorization: `Bearer ${api.user.token}` } : {};
      try {
        const response = await fetch(new URL(path, api.origin), { headers, signal });
        await response.arrayBuffer();
        if (!response.ok) this.failures.push(`${path}: ${String(response.status)}`);
      } catch (error) {
        this.failures.push(`${path}: ${String(error)}`);
      }
      this.longest[path] = Math.max(this.longest[path] ?? 0, performance.now() - start);
      await wait(pauseMs);
    }
  }

  private async watchReference(): Promise<void> {
    while (this.isWatching) {
      const start = performance.now();
      compute();
      this.references.push(performance.now() - start);
      await wait(20 * pauseMs);
    }
  }
}

function compute(): number {
  let sum = 0;
  for (let index = 0; index < 1e7; index += 1) sum = (sum * 31 + index) | 0;
  return sum;
}
