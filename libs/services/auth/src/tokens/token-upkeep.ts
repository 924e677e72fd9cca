import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, LOGGER, type Clock, PeriodicTask, PeriodicTaskProvider, type Logger } from '@vault/base';
import { TokenService } from './token.service.ts';

const everyMs = 60 * 60 * 1000;
const batch = 500;
/** Per run: the next run, an hour later, handles the rest. */
const maxBatches = 20;

/** Releases the tokens of operations that never ended. */
@Injectable()
export class TokenUpkeep extends PeriodicTaskProvider {
  protected override readonly work: PeriodicTask;

  constructor(
    private readonly tokens: TokenService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super();
    const work = (signal: AbortSignal) => this.run(signal);
    this.work = new PeriodicTask({ name: 'the upkeep of tokens', everyMs, work, logger });
  }

  async run(signal = this.work.signal): Promise<void> {
    for (let done = 0; done < maxBatches && !signal.aborted; done += 1)
      if ((await this.tokens.releaseExpired(this.clock.now(), batch)) < batch) return;
  }
}
