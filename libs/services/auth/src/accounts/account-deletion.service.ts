import { Inject, Injectable } from '@nestjs/common';
import { tombstoneMs } from '@vault/contracts';
import { AppError, CLOCK, LOGGER, type Clock, type Logger } from '@vault/base';
import type { Decision } from '@vault/store';
import { AccountTriesRepository, accountKeyOf, KnownAddressRepository, Sessions } from '@vault/identity';
import { EmailChangeRepository } from '../email-change/email-change.repository.ts';
import { OneTimeTokens } from '../one-time-tokens/one-time-tokens.ts';
import { TokenService } from '../tokens/token.service.ts';
import { accessEnded, accountDeleted } from '../users/account-events.ts';
import { TeamDeletionService } from '../teams/team-deletion.service.ts';
import { MailOutbox } from '../mail/mail-outbox.ts';
import { SsoIdentities } from '../sso/sso-identities.ts';
import { SsoSessions } from '../sso/sso-sessions.repository.ts';
import { UserRepository } from '../users/user.repository.ts';
import type { UserDocument } from '../users/user.schema.ts';

/** A purge that has not succeeded within this time is retried. */
const purgeRetryMs = 10_000;

/**
 * Deletes accounts. One update removes the personal data from the document and adds the events to its outbox. The rows
 * of other collections are removed after that; `purgeAt` in the document makes a sweep retry this after a crash.
 */
@Injectable()
export class AccountDeletionService {
  constructor(
    private readonly users: UserRepository,
    private readonly sessions: Sessions,
    private readonly tries: AccountTriesRepository,
    private readonly knownAddresses: KnownAddressRepository,
    private readonly oneTimeTokens: OneTimeTokens,
    private readonly emailChanges: EmailChangeRepository,
    private readonly tokens: TokenService,
    private readonly mails: MailOutbox,
    private readonly teams: TeamDeletionService,
    private readonly identities: SsoIdentities,
    private readonly ssoSessions: SsoSessions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Idempotent: deleting a deleted account does not fail.
   * @throws {AppError} `conflict` when a person leaves a team with other members without an owner; staff may, and the
   *   member with the highest role becomes owner
   */
  async delete(userId: string, by: string, messageId: string): Promise<void> {
    if (by === 'user') await this.teams.requireReplaceable(userId);
    try {
      await this.users.change(userId, (user) => withoutPerson(user, this.clock.now()), messageId);
      this.logger.info({ userId, by }, 'an account was deleted');
    } catch (error) {
      if (!AppError.is(error, 'not-found')) throw error;
    }
    const deleted = await this.users.findDeleted(userId);
    if (deleted?.purgeKey !== undefined) await this.tryPurge(deleted, by !== 'user');
  }

  /** Continues interrupted deletions. @returns how many accounts it handled */
  async sweep(now: Date, limit: number): Promise<number> {
    const due = await this.users.duePurges(now, limit);
    for (const deleted of due) await this.tryPurge(deleted);
    return due.length;
  }

  /** The account is already deleted for all readers, so a failure is only logged; the sweep retries. */
  private async tryPurge(deleted: UserDocument, isByStaff = false): Promise<void> {
    try {
      await this.purge(deleted, isByStaff);
    } catch (error) {
      this.logger.warn(
        { err: error, userId: deleted._id },
        'rows of a deleted account could not be removed yet',
      );
      const purgeAt = new Date(this.clock.now().getTime() + purgeRetryMs);
      await this.users.changeDeleted(deleted._id, () => ({ set: { purgeAt } }));
    }
  }

  /**
   * The first purge removes all rows of the account. The last one, after the tombstone time, removes rows of requests
   * that ran during the deletion, and then the document.
   */
  private async purge({ _id: userId, deletedAt, purgeKey }: UserDocument, isByStaff: boolean): Promise<void> {
    await this.sessions.endAll(userId);
    await this.oneTimeTokens.revoke(userId);
    await this.emailChanges.removeAll(userId);
    await this.teams.removePerson(userId, isByStaff);
    await this.identities.removePerson(userId);
    await this.ssoSessions.removePerson(userId);
    await this.tokens.forget(userId);
    await this.mails.forget(userId);
    if (purgeKey !== undefined) {
      await this.tries.removeByKey(purgeKey);
      await this.knownAddresses.removeByKey(purgeKey);
    }
    const endsAt = new Date((deletedAt?.getTime() ?? 0) + tombstoneMs);
    if (endsAt <= this.clock.now()) await this.users.removeDeleted(userId);
    else await this.users.changeDeleted(userId, () => ({ set: { purgeAt: endsAt }, unset: ['purgeKey'] }));
  }
}

/** Every field with data of the person. */
const personal = [
  ...(['firstname', 'lastname', 'plan', 'isConfirmed', 'membershipEnd', 'isActive', 'settings'] as const),
  ...(['createdAt', 'readyMail', 'upgradeRequestedAt', 'contentVersion', 'accessEndsAt'] as const),
  ...(['sessionsEnded', 'credentials', 'searchText', 'sortName'] as const),
];

function withoutPerson({ _id, email }: UserDocument, now: Date): Decision<UserDocument> {
  return {
    set: {
      // Frees the address. This value is unique, and not a valid address.
      email: `deleted:${_id}`,
      deletedAt: now,
      purgeAt: new Date(now.getTime() + purgeRetryMs),
      purgeKey: accountKeyOf(email),
    },
    unset: personal,
    events: [accessEnded(_id, 'deleted'), accountDeleted(_id)],
  };
}
