import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { authRpc } from '@vault/contracts/rpc';
import { AppError, CLOCK, LOGGER, type Clock, type Logger } from '@vault/base';
import {
  accountKeyOf,
  AccountTriesRepository,
  countAttempt,
  KnownAddressRepository,
  PasswordHasher,
  Sessions,
  SignInGuard,
  type TryLimit,
} from '@vault/identity';
import { emailConfirmMs, emailUndoMs } from '../domain/mail-times.ts';
import { MailOutbox } from '../mail/mail-outbox.ts';
import type { TokenPurpose } from '../one-time-tokens/one-time-token.schema.ts';
import { OneTimeTokens } from '../one-time-tokens/one-time-tokens.ts';
import { emailTaken, UserRepository } from '../users/user.repository.ts';
import { EmailChangeRepository } from './email-change.repository.ts';
import { SsoRequirements } from '../sso/sso-requirements.ts';
import type { EmailChange } from './email-change.schema.ts';

/** The most requests of one person, and to one address. */
const requestLimit: TryLimit = { tries: 5, windowMs: 60 * 60 * 1_000 };

/** Changes the e-mail address of people who know their password and receive mail at the new address. */
@Injectable()
export class EmailChangeService {
  constructor(
    private readonly changes: EmailChangeRepository,
    private readonly users: UserRepository,
    private readonly sessions: Sessions,
    private readonly tokens: OneTimeTokens,
    private readonly hasher: PasswordHasher,
    private readonly guard: SignInGuard,
    private readonly tries: AccountTriesRepository,
    private readonly knownAddresses: KnownAddressRepository,
    private readonly mails: MailOutbox,
    private readonly requirements: SsoRequirements,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Sends a link to the new address. The answer is the same when that address has an account: its owner gets no mail.
   * @throws {AppError} `invalid-input` when the password is wrong or the address is the current one;
   *   `too-many-requests`; `not-found`; `forbidden` when a provider decides who has one of both addresses
   */
  async request({
    userId,
    email,
    password,
    clientAddress,
  }: authRpc.RequestEmailChangeRequest): Promise<void> {
    this.hasher.assertRoom(userId);
    const user = await this.users.get(userId);
    await this.assertMayChange(userId, user.email, email);
    const attempt = await this.guard.take(user.email, clientAddress);
    if (!(await this.hasher.matches(password, await this.users.passwordHashOf(userId), userId)))
      throw new AppError('invalid-input', 'The password is wrong.');
    await this.guard.forgive(attempt);
    if (email === user.email) throw new AppError('invalid-input', 'This is already your address.');
    this.mails.assertReachable(email);
    const now = this.clock.now();
    for (const key of [`email-change:${userId}`, `email-change:${email}`])
      await countAttempt(this.tries, { key, at: now.getTime(), limit: requestLimit });
    await this.changes.removeRequests(userId);
    const id = randomUUID();
    await this.changes.insert({
      _id: id,
      userId,
      from: user.email,
      to: email,
      requestedAt: now,
      expiresAt: new Date(now.getTime() + emailConfirmMs),
    });
    await this.mails.enqueue({ kind: 'email-confirm', userId, key: `email-confirm:${id}`, changeId: id });
    this.logger.info({ userId }, 'a person requested another e-mail address');
  }

  /**
   * Changes the address; sessions continue. The old address gets a link that undoes it. Each step is repeatable, and the
   * link stays valid until the last one, so an interrupted confirmation can be repeated.
   * @throws {AppError} `gone` when the link is unknown, expired or used; `conflict` when the address has an account
   */
  async confirm(token: string): Promise<void> {
    const now = this.clock.now();
    const change = await this.findChange('confirm-email', token);
    const user = change && (await this.users.find(change.userId));
    if (!user?.isActive || change?.confirmedAt || (user.email !== change?.from && user.email !== change?.to))
      throw linkExpired();
    const { _id: id, userId, from, to } = change;
    await this.assertMayChange(userId, from, to);
    if (await this.changes.isReserved(to, now, userId)) throw emailTaken();
    await this.changes.keepUntil(id, new Date(now.getTime() + emailUndoMs));
    await this.users.changeEmail(userId, to);
    await this.forgetAddress(from);
    // Links for a new password were sent to the old address.
    await this.tokens.revoke(userId, { purpose: 'reset-password' });
    await this.mails.enqueue({ kind: 'email-changed', userId, key: `email-changed:${id}`, changeId: id });
    await this.changes.markConfirmed(id, now);
    this.logger.info({ userId }, 'a person changed their e-mail address');
  }

  /**
   * Restores the address, also after later changes, and ends all sessions. Whoever changed the address knew the password,
   * so it becomes invalid, and a link for a new one is sent.
   * @throws {AppError} `gone` when the link is unknown, expired or used; `conflict` when the address has an account
   */
  async undo(token: string): Promise<void> {
    const change = await this.findChange('undo-email', token);
    if (!change || !(await this.users.find(change.userId))) throw linkExpired();
    const { userId, from } = change;
    const passwordHash = await this.hasher.hash(randomBytes(32).toString('base64url'), userId);
    const { email } = await this.users.get(userId);
    await this.users.changeEmail(userId, from, { passwordHash, at: this.clock.now() });
    await this.forgetAddress(email);
    await this.sessions.endAll(userId);
    await this.tokens.revoke(userId, { purpose: 'reset-password' });
    await this.mails.enqueue({ kind: 'password-reset', userId, key: `reset:${change._id}` });
    await this.changes.removeSince(change);
    this.logger.info({ userId }, 'a change of an e-mail address was undone');
  }

  /** @throws {AppError} `forbidden` when a provider decides who has one of both addresses */
  private async assertMayChange(userId: string, from: string, to: string): Promise<void> {
    await this.requirements.assertNone(from, userId);
    await this.requirements.assertNone(to);
  }

  /** The change of a link; null when it was replaced or undone. */
  private async findChange(purpose: TokenPurpose, token: string): Promise<EmailChange | null> {
    const link = await this.tokens.find(purpose, token);
    return link && this.changes.find(link.userId, link.subjectId ?? '');
  }

  /** Removes what is stored under an address that the person no longer has. */
  private async forgetAddress(email: string): Promise<void> {
    const key = accountKeyOf(email);
    await this.tries.removeByKey(key);
    await this.knownAddresses.removeByKey(key);
  }
}

function linkExpired(): AppError {
  return new AppError('gone', 'This link has expired or was already used.');
}
