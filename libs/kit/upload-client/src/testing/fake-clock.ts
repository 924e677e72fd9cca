import type { UploadClock } from '../upload-clock.ts';

interface Timer {
  at: number;
  callback: () => void;
}

/** From here on a timer is a watchdog, not a pause between attempts. */
const WATCHDOG_MS = 60_000;

/** A clock that lets short waits pass at once (and remembers them), while long ones wait for {@link FakeClock.advance}. */
export class FakeClock implements UploadClock {
  /** Every short wait asked for, in milliseconds. */
  readonly waits: number[] = [];
  readonly timers = new Set<Timer>();
  /** When set, short waits too need {@link FakeClock.advance}. */
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
        queueMicrotask(() => {
          this.#fire(timer);
        });
      }
    }
    return () => {
      this.timers.delete(timer);
    };
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
