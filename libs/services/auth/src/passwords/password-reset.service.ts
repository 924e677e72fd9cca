import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, LOGGER, type Clock, type Logger } from '@vault/base';
import {
  AccountTriesRepository,
  assertUnguessable,
  decideTry,
  type TryLimit,
  PasswordHasher,
  Sessions,
} from '@vault/identity';
import { resetLinkMs } from '../domain/mail-times.ts';
import { EmailChangeRepository } from '../email-change/email-change.repository.ts';
import { MailOutbox } from '../mail/mail-outbox.ts';
import { UserRepository } from '../users/user.repository.ts';
import { OneTimeTokens } from '../one-time-tokens/one-time-tokens.ts';

const purpose = 'reset-password';
/** The most reset mails to one address. */
const mailLimit: TryLimit = { tries: 3, windowMs: 60 * 60 * 1_000 };
/** Longer than the work for any address, so that the duration does not reveal who has an account. */
const answerAfterMs = 250;

/** Sends links that set a new password, and resets passwords with them. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly users: UserRepository,
    private readonly sessions: Sessions,
    private readonly emailChanges: EmailChangeRepository,
    private readonly hasher: PasswordHasher,
    private readonly tries: AccountTriesRepository,
    private readonly mails: MailOutbox,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Enqueues a reset mail when the address has an account. Without one, the answer and its duration are the same. */
  async request(email: string): Promise<void> {
    await Promise.all([this.requestNow(email), wait(answerAfterMs)]);
  }

  /** Creates the token of a link, for a mail. @throws {AppError} `not-found` when the account does not exist */
  async issue(userId: string): Promise<string> {
    await this.users.get(userId);
    const expiresAt = new Date(this.clock.now().getTime() + resetLinkMs);
    return this.tokens.issue({ purpose, userId, expiresAt });
  }

  /** @throws {AppError} `gone` when the link is unknown, expired or used */
  async check(token: string): Promise<void> {
    if (!(await this.tokens.find(purpose, token))) throw linkExpired();
  }

  /**
   * Sets the password and ends all sessions of the person.
   * @throws {AppError} `gone` when the link is unknown, expired or used; `invalid-input` when the password is commonly
   *   guessed: the link stays valid
   */
  async reset(token: string, newPassword: string): Promise<void> {
    const reset = await this.tokens.find(purpose, token);
    if (!reset) throw linkExpired();
    const { userId } = reset;
    const user = await this.users.find(userId);
    if (!user) throw linkExpired();
    await assertUnguessable(newPassword, user.email);
    const passwordHash = await this.hasher.hash(newPassword, userId);
    if (!(await this.tokens.redeem(purpose, token))) throw linkExpired();
    if (!(await this.users.setPassword(userId, passwordHash, { at: this.clock.now() }))) throw linkExpired();
    await this.sessions.endAll(userId);
    await this.tokens.revoke(userId, { purpose });
    await this.emailChanges.removeRequests(userId);
    // Removes a lockout that wrong guesses of others have caused.
    await this.tries.remove(user.email);
    this.logger.info({ userId }, 'a person has set a new password with a link');
  }

  private async requestNow(email: string): Promise<void> {
    const isWithinLimit = await this.countRequest(email);
    const user = await this.users.findForSignIn(email);
    if (!user?.isActive || !isWithinLimit) return;
    await this.mails.enqueue({ kind: 'password-reset', userId: user._id, key: `reset:${randomUUID()}` });
    this.logger.info({ userId: user._id }, 'a password reset was requested');
  }

  /** @returns false at the limit, or when another request is counted at the same time */
  private async countRequest(email: string): Promise<boolean> {
    const key = `reset:${email}`;
    const at = this.clock.now().getTime();
    const stored = await this.tries.find(key);
    const decision = decideTry(stored.tries, at, mailLimit);
    if (!decision.isAllowed) return false;
    return this.tries.replace(key, stored, decision.tries, new Date(at + mailLimit.windowMs));
  }
}

function linkExpired(): AppError {
  return new AppError('gone', 'This link has expired or was already used. Please request a new one.');
}
