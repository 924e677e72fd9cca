import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, LOGGER, type Clock, PeriodicTask, PeriodicTaskProvider, type Logger } from '@vault/base';
import { LedgerRelay } from './ledger-relay.ts';
import { TokenService } from './token.service.ts';

const everyMs = 60 * 60 * 1000;
const batch = 500;
/** Per run and kind: the next run, an hour later, handles the rest. */
const maxBatches = 20;

/** Releases the tokens of operations that never ended, and copies pending ledger entries that a crash left behind. */
@Injectable()
export class TokenUpkeep extends PeriodicTaskProvider {
  protected override readonly work: PeriodicTask;

  constructor(
    private readonly tokens: TokenService,
    private readonly ledger: LedgerRelay,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
    const work = (signal: AbortSignal) => this.run(signal);
    this.work = new PeriodicTask({ name: 'the upkeep of tokens', everyMs, work, logger });
  }

  async run(signal = this.work.signal): Promise<void> {
    await this.inBatches(() => this.tokens.releaseExpired(this.clock.now(), batch), signal);
    await this.inBatches(() => this.ledger.sweep(this.clock.now(), batch), signal);
  }

  /** A failure is only logged, so that it does not keep the other kind from running. */
  private async inBatches(handle: () => Promise<number>, signal: AbortSignal): Promise<void> {
    try {
      for (let done = 0; done < maxBatches && !signal.aborted; done += 1)
        if ((await handle()) < batch) return;
    } catch (error) {
      this.logger.warn({ err: error }, 'the upkeep of tokens failed; the next run retries');
    }
  }
}
