import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, COMMAND_BUS, type Clock } from '@vault/base';
import type { CommandBus } from '@vault/messaging';

/** A lost message can go unnoticed for at most this long. */
const provenForMs = 1_000;
/** Polls wait at most this long for a proof; after a failure they do not wait for `pauseAfterFailureMs`. */
const proofWithinMs = 250;
const pauseAfterFailureMs = 1_000;

/**
 * Knows whether this replica has received the messages that were published until a second ago. A proof compares
 * positions: all messages that existed when it began must be received. Messages that arrive meanwhile do not matter, so
 * it succeeds on a busy system too. Proofs are made only while somebody asks.
 */
@Injectable()
export class ReceivedMessages {
  private provenAt = -Infinity;
  private failedAt = -Infinity;
  private proof: Promise<boolean> | undefined;

  constructor(
    @Inject(COMMAND_BUS) private readonly commands: Pick<CommandBus, 'isHealthy' | 'catchUp'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** False while messages may be missing; do not use cached values then. */
  areComplete(): boolean | Promise<boolean> {
    if (!this.commands.isHealthy) return false;
    if (this.isWithin(provenForMs, this.provenAt)) return true;
    if (this.isWithin(pauseAfterFailureMs, this.failedAt)) return false;
    this.proof ??= this.prove().finally(() => (this.proof = undefined));
    return this.proof;
  }

  /** False also when the clock was set back. */
  private isWithin(ms: number, since: number): boolean {
    const age = this.now() - since;
    return age >= 0 && age < ms;
  }

  private now(): number {
    return this.clock.now().getTime();
  }

  private async prove(): Promise<boolean> {
    const begun = this.now();
    const isProven = await this.commands.catchUp(proofWithinMs);
    if (isProven) this.provenAt = begun;
    else this.failedAt = this.now();
    return isProven;
  }
}
