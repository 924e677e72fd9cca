import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, COMMAND_BUS, type Clock } from '@vault/base';
import type { CommandBus } from '@vault/messaging';

/** A lost message can go unnoticed for at most this long. */
const verifiedForMs = 1_000;
/** Polls wait at most this long for a check; after a failure they do not wait for `pauseAfterFailureMs`. */
const verifyWithinMs = 250;
const pauseAfterFailureMs = 1_000;

/**
 * Knows whether this replica has received the messages that were published until a second ago. A check compares
 * positions: all messages that existed when it began must be received. Messages that arrive meanwhile do not matter, so
 * it succeeds on a busy system too. It runs only while somebody asks.
 */
@Injectable()
export class SubscriptionFreshness {
  private verifiedAt = -Infinity;
  private failedAt = -Infinity;
  private verification: Promise<boolean> | undefined;

  constructor(
    @Inject(COMMAND_BUS) private readonly commands: Pick<CommandBus, 'isHealthy' | 'catchUp'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** False while messages may be missing; do not use cached values then. */
  isCaughtUp(): boolean | Promise<boolean> {
    if (!this.commands.isHealthy) return false;
    if (this.isWithin(verifiedForMs, this.verifiedAt)) return true;
    if (this.isWithin(pauseAfterFailureMs, this.failedAt)) return false;
    this.verification ??= this.verify().finally(() => (this.verification = undefined));
    return this.verification;
  }

  /** False also when the clock was set back. */
  private isWithin(ms: number, since: number): boolean {
    const age = this.now() - since;
    return age >= 0 && age < ms;
  }

  private now(): number {
    return this.clock.now().getTime();
  }

  private async verify(): Promise<boolean> {
    const startedAt = this.now();
    const isCaughtUp = await this.commands.catchUp(verifyWithinMs);
    if (isCaughtUp) this.verifiedAt = startedAt;
    else this.failedAt = this.now();
    return isCaughtUp;
  }
}
