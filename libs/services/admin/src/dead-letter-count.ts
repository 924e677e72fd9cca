import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, EVENT_BUS, type Clock, withinTime } from '@vault/base';
import type { EventBus } from '@vault/messaging';

/** On Kafka each count reads a topic, so a count is cached for this long. */
const cachedForMs = 30_000;
const deadlineMs = 5_000;

/** Counts the dead letters. */
@Injectable()
export class DeadLetterCount {
  private last: { readonly at: number; readonly letters: number } | undefined;
  private counting: Promise<number> | undefined;

  constructor(
    @Inject(EVENT_BUS) private readonly bus: EventBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A count of at most 30 seconds ago. @throws {AppError} `unavailable` when the count takes more than 5 seconds */
  async get(): Promise<number> {
    if (this.last && this.now() - this.last.at < cachedForMs) return this.last.letters;
    // Concurrent callers share one count. A count that ends after the deadline serves the next caller.
    this.counting ??= this.count().finally(() => (this.counting = undefined));
    return withinTime(this.counting, deadlineMs, () => AppError.unavailable());
  }

  private async count(): Promise<number> {
    const letters = await this.bus.countDeadLetters();
    this.last = { at: this.now(), letters };
    return letters;
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
