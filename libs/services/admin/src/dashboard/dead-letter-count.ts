import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, EVENT_BUS, type Clock, type EventBus } from '@vault/platform';

/** Counting reads a topic where servers are used: not more often. */
const holdsForMs = 30_000;
const withinMs = 5_000;

/** How many messages consumers gave up. */
@Injectable()
export class DeadLetterCount {
  private last: { readonly at: number; readonly letters: number } | undefined;
  private counting: Promise<number> | undefined;

  constructor(
    @Inject(EVENT_BUS) private readonly bus: EventBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** At most half a minute old. @throws {AppError} `unavailable` when they cannot be counted in time */
  async get(): Promise<number> {
    if (this.last && this.now() - this.last.at < holdsForMs) return this.last.letters;
    // Whoever asks meanwhile waits for the same count; one that takes too long is there for who asks next.
    this.counting ??= this.count().finally(() => (this.counting = undefined));
    return inTime(this.counting);
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

async function inTime(counting: Promise<number>): Promise<number> {
  const over = new AbortController();
  const late = wait(withinMs, undefined, { signal: over.signal, ref: false });
  try {
    const letters = await Promise.race([counting, late]);
    if (letters === undefined) throw AppError.unavailable();
    return letters;
  } finally {
    late.catch(() => undefined);
    over.abort();
    // Nobody may be left to hear of a failure.
    counting.catch(() => undefined);
  }
}
