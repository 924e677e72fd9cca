import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, LOGGER, type Clock, type Decision, type Logger } from '@vault/platform';
import { AccountTriesRepository, accountKeyOf, KnownAddressRepository } from '@vault/platform/identity';
import { PasswordResetRepository } from '../passwords/password-reset.repository.ts';
import { SessionRepository } from '../sessions/session.repository.ts';
import { TokenService } from '../tokens/token.service.ts';
import { accessEnded, accountDeleted } from './account-events.ts';
import { AccountMail } from './account-mail.ts';
import { UserRepository } from './user.repository.ts';
import type { UserDocument } from './user.schema.ts';

/** By then the deletion itself has done it, or was interrupted. */
const purgedWithinMs = 10_000;
/** As long as messages about the account may still come. */
const keptForMs = 8 * 24 * 60 * 60 * 1_000;

/**
 * Deletes accounts. One update takes all of the person out of the document and puts in it what others are told; the rows
 * that stand elsewhere go after that, as often as it takes: a crash in between leaves a date in the document that says
 * when to go on.
 */
@Injectable()
export class AccountDeletionService {
  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly tries: AccountTriesRepository,
    private readonly knownAddresses: KnownAddressRepository,
    private readonly resets: PasswordResetRepository,
    private readonly tokens: TokenService,
    private readonly mails: AccountMail,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Deleting what was deleted is no failure. */
  async delete(userId: string, by: string, messageId: string): Promise<void> {
    try {
      await this.users.change(userId, (user) => withoutPerson(user, this.clock.now()), messageId);
      this.logger.info({ userId, by }, 'an account was deleted');
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not-found')) throw error;
    }
    const deleted = await this.users.findDeleted(userId);
    if (deleted?.purgeKey !== undefined) await this.tryPurge(deleted);
  }

  /** Removes what deletions that were interrupted have left. @returns how many accounts it looked at */
  async sweep(now: Date, limit: number): Promise<number> {
    const due = await this.users.toPurge(now, limit);
    for (const deleted of due) await this.tryPurge(deleted);
    return due.length;
  }

  /** For everybody else the account is gone already: what fails here is tried again by the sweep. */
  private async tryPurge(deleted: UserDocument): Promise<void> {
    try {
      await this.purge(deleted);
    } catch (error) {
      this.logger.warn({ err: error, userId: deleted._id }, 'rows of a deleted account are left for now');
      const purgeAt = new Date(this.clock.now().getTime() + purgedWithinMs);
      await this.users.changeDeleted(deleted._id, () => ({ set: { purgeAt } }));
    }
  }

  /**
   * The first time all rows of the account; the last time, when nothing about it can come any more, what a request that
   * ran during the deletion may have left, and then the document itself.
   */
  private async purge({ _id: userId, deletedAt, purgeKey }: UserDocument): Promise<void> {
    await this.sessions.removeAll(userId);
    await this.resets.removeAll(userId);
    await this.tokens.forget(userId);
    await this.mails.forget(userId);
    if (purgeKey !== undefined) {
      await this.tries.removeByKey(purgeKey);
      await this.knownAddresses.removeByKey(purgeKey);
    }
    const endsAt = new Date((deletedAt?.getTime() ?? 0) + keptForMs);
    if (endsAt <= this.clock.now()) await this.users.removeDeleted(userId);
    else await this.users.changeDeleted(userId, () => ({ set: { purgeAt: endsAt }, unset: ['purgeKey'] }));
  }
}

/** Every field that says anything of the person. */
const personal = [
  ...(['firstname', 'lastname', 'plan', 'isConfirmed', 'membershipEnd', 'isActive', 'settings'] as const),
  ...(['createdAt', 'readyMail', 'upgradeRequestedAt', 'revision', 'accessEndsAt'] as const),
  ...(['sessionsEnded', 'credentials', 'searchText', 'sortName'] as const),
];

function withoutPerson({ _id, email }: UserDocument, now: Date): Decision<UserDocument> {
  return {
    set: {
      // Frees the address; nobody can type this one, and it is unique like all others.
      email: `deleted:${_id}`,
      deletedAt: now,
      purgeAt: new Date(now.getTime() + purgedWithinMs),
      purgeKey: accountKeyOf(email),
    },
    unset: personal,
    events: [accessEnded(_id, 'deleted'), accountDeleted(_id)],
  };
}
