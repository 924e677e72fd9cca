import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, LOGGER, RepeatedWork, type Clock, type Logger } from '@vault/platform';
import { AccountTriesRepository, KnownAddressRepository } from '@vault/platform/identity';
import { StaffSessionRepository } from './sessions/staff-session.repository.ts';

const everyMs = 60 * 60 * 1000;
const batch = 500;
/** Per sweep and kind: the next sweep, an hour later, removes the rest. */
const maxBatches = 20;

/** Removes expired sessions, tries and known addresses. They have no effect any more; this keeps the store small. */
@Injectable()
export class ExpirySweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly sweeping: RepeatedWork;

  constructor(
    private readonly sessions: StaffSessionRepository,
    private readonly tries: AccountTriesRepository,
    private readonly knownAddresses: KnownAddressRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    const work = (signal: AbortSignal) => this.sweep(signal);
    this.sweeping = new RepeatedWork({ name: 'sweeping expired records', everyMs, work, logger });
  }

  onApplicationBootstrap(): void {
    this.sweeping.start({ isFirstAtOnce: true });
  }

  onApplicationShutdown(): Promise<void> {
    return this.sweeping.stop();
  }

  private async sweep(signal: AbortSignal): Promise<void> {
    for (const repository of [this.sessions, this.tries, this.knownAddresses])
      for (let done = 0; done < maxBatches && !signal.aborted; done += 1)
        if ((await repository.removeExpired(this.clock.now(), batch)) < batch) break;
  }
}
