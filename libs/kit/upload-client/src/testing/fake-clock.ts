import type { UploadClock } from '../transport/upload-clock.ts';

interface Timer {
  at: number;
  callback: () => void;
}

/** A timer of at least this length is a stall timeout, not a wait between attempts. */
const WATCHDOG_MS = 60_000;

/** A clock whose short waits end at once (and are recorded), while long ones need {@link FakeClock.advance}. */
export class FakeClock implements UploadClock {
  /** Every short wait requested, in milliseconds. */
  readonly waits: number[] = [];
  readonly timers = new Set<Timer>();
  /** When true, short waits need {@link FakeClock.advance} too. */
  isManual = false;
  #now = 1_700_000_000_000;

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.#now + milliseconds, callback };
    this.timers.add(timer);
    if (milliseconds < WATCHDOG_MS) {
      this.waits.push(milliseconds);
      if (!this.isManual) {
        queueMicrotask(() => this.#fire(timer));
      }
    }
    return () => this.timers.delete(timer);
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
    for (const timer of [...this.timers]) if (timer.at <= this.#now) this.#fire(timer);
  }

  #fire(timer: Timer): void {
    if (!this.timers.delete(timer)) return;
    this.#now = Math.max(this.#now, timer.at);
    timer.callback();
  }
}
