import { Inject, Injectable } from '@nestjs/common';
import { addressBlockOf, CLOCK, CONFIG, isLoopbackAddress, type Clock } from '@vault/base';
import { AccountTriesRepository, countAttempt } from '@vault/identity';
import type { AuthConfig } from '../config/auth.config.ts';

const windowMs = 60 * 60 * 1_000;
const message = 'Too many accounts were created from your network.';

/** Limits the registrations of one network address block, across all replicas. Loopback addresses are not limited. */
@Injectable()
export class RegistrationLimit {
  constructor(
    private readonly tries: AccountTriesRepository,
    @Inject(CONFIG) private readonly config: AuthConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Counts a registration. @throws {AppError} `too-many-requests` with the time to wait */
  async take(clientAddress: string): Promise<void> {
    if (clientAddress === '' || isLoopbackAddress(clientAddress)) return;
    const key = `register:${addressBlockOf(clientAddress)}`;
    const limit = { tries: this.config.REGISTRATION_RATE, windowMs };
    await countAttempt(this.tries, { key, at: this.clock.now().getTime(), limit, what: message });
  }
}
