import { Inject, Injectable } from '@nestjs/common';
import type { authRpc } from '@vault/contracts/rpc';
import { AppError, CLOCK, LOGGER, type Clock, type Logger } from '@vault/base';
import { assertUnguessable, PasswordHasher, Sessions, SignInGuard } from '@vault/identity';
import { EmailChangeRepository } from '../email-change/email-change.repository.ts';
import { OneTimeTokens } from '../one-time-tokens/one-time-tokens.ts';
import { SsoRequirements } from '../sso/sso-requirements.ts';
import { UserRepository } from '../users/user.repository.ts';

/** Changes passwords for people who know the old one. */
@Injectable()
export class PasswordService {
  constructor(
    private readonly users: UserRepository,
    private readonly sessions: Sessions,
    private readonly tokens: OneTimeTokens,
    private readonly emailChanges: EmailChangeRepository,
    private readonly hasher: PasswordHasher,
    private readonly guard: SignInGuard,
    private readonly requirements: SsoRequirements,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Ends the other sessions of the person. Wrong passwords count for the rate limit of sign-ins.
   * @throws {AppError} `invalid-input` when the old password is wrong or the new one is commonly guessed;
   *   `too-many-requests`; `not-found`; `forbidden` when the person must sign in at a provider
   */
  async change(input: authRpc.ChangePasswordRequest): Promise<void> {
    const { userId, sessionId, password, newPassword, clientAddress } = input;
    this.hasher.assertRoom(userId);
    const { email } = await this.users.get(userId);
    await this.requirements.assertNone(email, userId);
    await assertUnguessable(newPassword, email);
    const attempt = await this.guard.take(email, clientAddress);
    const from = await this.users.passwordHashOf(userId);
    if (from === undefined || !(await this.hasher.matches(password, from, userId)))
      throw new AppError('invalid-input', 'The current password is wrong.');
    await this.guard.forgive(attempt);
    const passwordHash = await this.hasher.hash(newPassword, userId);
    const change = { at: this.clock.now(), except: sessionId, from };
    if (!(await this.users.setPassword(userId, passwordHash, change)))
      throw new AppError('conflict', 'The password was changed at the same time. Please try again.');
    await this.sessions.endAll(userId, sessionId);
    await this.tokens.revoke(userId, { purpose: 'reset-password' });
    await this.emailChanges.removeRequests(userId);
    this.logger.info({ userId }, 'a person changed their password');
  }
}
