import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, LOGGER, type Clock, type Logger } from '@vault/platform';
import {
  AccountTriesRepository,
  assertUnguessable,
  decideTry,
  PasswordHasher,
  type TryLimit,
} from '@vault/platform/identity';
import { SessionService } from '../sessions/session.service.ts';
import { AccountMail } from '../users/account-mail.ts';
import { UserRepository } from '../users/user.repository.ts';
import { PasswordResetRepository } from './password-reset.repository.ts';

const validForMs = 30 * 60 * 1_000;
/** Mails that one person is sent, however often somebody asks. */
const mailLimit: TryLimit = { tries: 3, windowMs: 60 * 60 * 1_000 };
/** More than either way takes, so that the time says nothing of who has an account. */
const answerAfterMs = 250;

/** Sends links that set a new password, and takes them. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly resets: PasswordResetRepository,
    private readonly users: UserRepository,
    private readonly sessions: SessionService,
    private readonly hasher: PasswordHasher,
    private readonly tries: AccountTriesRepository,
    private readonly mails: AccountMail,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Has a link sent to whoever has an account with this e-mail. Says the same, in the same time, when nobody has. */
  async request(email: string): Promise<void> {
    await Promise.all([this.requestNow(email), wait(answerAfterMs)]);
  }

  /**
   * Makes the token of a link. It is kept as a hash alone: whoever asks for it puts it in the mail and forgets it.
   * @throws {AppError} `not-found` when the account is gone
   */
  async issue(userId: string): Promise<string> {
    await this.users.get(userId);
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(this.clock.now().getTime() + validForMs);
    await this.resets.insert({ _id: hashOf(token), userId, expiresAt });
    return token;
  }

  /**
   * Sets the password and ends all sessions of the person.
   * @throws {AppError} `gone` when the link is unknown, too old, or was used; `invalid-input` when the password is guessed
   * first: the link holds still
   */
  async reset(token: string, newPassword: string): Promise<void> {
    const id = hashOf(token);
    const reset = await this.resets.find(id, this.clock.now());
    if (!reset) throw gone();
    const { userId } = reset;
    const user = await this.users.find(userId);
    if (!user) throw gone();
    await assertUnguessable(newPassword, user.email);
    const passwordHash = await this.hasher.hash(newPassword);
    if (!(await this.resets.take(id))) throw gone();
    if (!(await this.users.setPassword(userId, passwordHash, { at: this.clock.now() }))) throw gone();
    await this.sessions.endAll(userId);
    await this.resets.removeAll(userId);
    // Whoever was locked out by guesses of others gets in with the new password.
    await this.tries.remove(user.email);
    this.logger.info({ userId }, 'a person has set a new password with a link');
  }

  private async requestNow(email: string): Promise<void> {
    const mayAsk = await this.count(email);
    const user = await this.users.findForSignIn(email);
    if (!user?.isActive || !mayAsk) return;
    await this.mails.enqueue({ kind: 'password-reset', userId: user._id, key: `reset:${randomUUID()}` });
    this.logger.info({ userId: user._id }, 'a person asks for a new password');
  }

  /** @returns false when too many were asked for already, or another is asked for at this moment */
  private async count(email: string): Promise<boolean> {
    const key = `reset:${email}`;
    const at = this.clock.now().getTime();
    const stored = await this.tries.find(key);
    const decision = decideTry(stored.tries, at, mailLimit);
    if (!decision.isAllowed) return false;
    return this.tries.replace(key, stored, decision.tries, new Date(at + mailLimit.windowMs));
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function gone(): AppError {
  return new AppError('gone', 'This link was used already, or is too old. Please ask for a new one.');
}
