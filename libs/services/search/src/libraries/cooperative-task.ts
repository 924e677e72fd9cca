import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** The maximum time that a search or a load blocks the event loop. */
const maxBlockMs = 8;

/** Lets long work yield to other work of the process. */
export class CooperativeTask {
  private since = performance.now();

  /** Call it between two steps of the work. */
  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.since < maxBlockMs) return;
    await yieldToEventLoop();
    this.since = performance.now();
  }
}
