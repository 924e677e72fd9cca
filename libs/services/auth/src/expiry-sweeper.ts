import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, LOGGER, RepeatedWork, type Clock, type Logger } from '@vault/platform';
import { SessionRepository } from './sessions/session.repository.ts';
import { AccountTriesRepository } from './sign-in/account-tries.repository.ts';
import { KnownAddressRepository } from './sign-in/known-address.repository.ts';

const everyMs = 60 * 60 * 1000;
const batch = 500;
/** Per sweep and kind: what is left is there in an hour too, and does no harm until then. */
const maxBatches = 20;

/** Removes sessions, tries and known addresses that have expired. They count no longer anyway; this keeps the store from growing. */
@Injectable()
export class ExpirySweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly sweeping: RepeatedWork;

  constructor(
    private readonly sessions: SessionRepository,
    private readonly tries: AccountTriesRepository,
    private readonly knownAddresses: KnownAddressRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const work = (signal: AbortSignal) => this.sweep(signal);
    this.sweeping = new RepeatedWork({ name: 'the sweep of what expired', everyMs, work, logger });
  }

  onApplicationBootstrap(): void {
    this.sweeping.start({ isFirstAtOnce: true });
  }

  onApplicationShutdown(): Promise<void> {
    return this.sweeping.stop();
  }

  async sweep(signal = this.sweeping.signal): Promise<void> {
    for (const repository of [this.sessions, this.tries, this.knownAddresses]) {
      try {
        await this.sweepOne(repository, signal);
      } catch (error) {
        this.logger.warn({ err: error }, 'expired rows could not be removed; it will be tried again');
      }
    }
  }

  private async sweepOne(
    repository: SessionRepository | AccountTriesRepository | KnownAddressRepository,
    signal: AbortSignal,
  ): Promise<void> {
    for (let done = 0; done < maxBatches && !signal.aborted; done += 1) {
      if ((await repository.removeExpired(this.clock.now(), batch)) < batch) return;
    }
  }
}
