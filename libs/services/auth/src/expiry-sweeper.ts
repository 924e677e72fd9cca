import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, LOGGER, RepeatedWork, type Clock, type Logger } from '@vault/platform';
import { AccountTriesRepository, KnownAddressRepository } from '@vault/platform/identity';
import { MailRepository } from './mail/mail.repository.ts';
import { PasswordResetRepository } from './passwords/password-reset.repository.ts';
import { SessionRepository } from './sessions/session.repository.ts';
import { LedgerRelay } from './tokens/ledger-relay.ts';
import { TokenService } from './tokens/token.service.ts';
import { UserRepository } from './users/user.repository.ts';

const everyMs = 60 * 60 * 1000;
const batch = 500;
/** Per sweep and kind: the next sweep, an hour later, handles the rest. */
const maxBatches = 20;

/**
 * Removes expired sessions, tries, known addresses, reset links and mails. They have no effect any more; this keeps the
 * store small. Also releases tokens of operations that never ended, copies pending ledger entries that a crash left
 * behind, and adds missing fields to older users.
 */
@Injectable()
export class ExpirySweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly sweeping: RepeatedWork;

  constructor(
    private readonly sessions: SessionRepository,
    private readonly tries: AccountTriesRepository,
    private readonly knownAddresses: KnownAddressRepository,
    private readonly tokens: TokenService,
    private readonly ledger: LedgerRelay,
    private readonly resets: PasswordResetRepository,
    private readonly mails: MailRepository,
    private readonly users: UserRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
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

  async sweep(signal = this.sweeping.signal): Promise<void> {
    const kinds: readonly Sweep[] = [
      (now) => this.sessions.removeExpired(now, batch),
      (now) => this.tries.removeExpired(now, batch),
      (now) => this.knownAddresses.removeExpired(now, batch),
      (now) => this.tokens.releaseExpired(now, batch),
      (now) => this.ledger.sweep(now, batch),
      (now) => this.resets.removeExpired(now, batch),
      (now) => this.mails.removeExpired(now, batch),
      () => this.users.backfillSome(batch),
    ];
    for (const kind of kinds) {
      try {
        await this.sweepOne(kind, signal);
      } catch (error) {
        this.logger.warn({ err: error }, 'expired records could not be swept; the next sweep retries');
      }
    }
  }

  private async sweepOne(sweep: Sweep, signal: AbortSignal): Promise<void> {
    for (let done = 0; done < maxBatches && !signal.aborted; done += 1) {
      if ((await sweep(this.clock.now())) < batch) return;
    }
  }
}

/** @returns how many records it handled, at most a batch */
type Sweep = (now: Date) => Promise<number>;
