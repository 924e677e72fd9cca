import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest that a search or a loading keeps everybody else in the process waiting. */
const longestMs = 8;

/** Long work that lets others have their turn. */
export class Breather {
  private since = performance.now();

  /** To be called between two pieces of the work. */
  async breathe(): Promise<void> {
    if (performance.now() - this.since < longestMs) return;
    await nextTurn();
    this.since = performance.now();
  }
}
