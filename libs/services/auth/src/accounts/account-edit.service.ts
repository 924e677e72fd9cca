import { Inject, Injectable } from '@nestjs/common';
import type { MessageData } from '@vault/contracts';
import { AppError, CLOCK, LOGGER, type Clock, type Logger } from '@vault/base';
import type { Decision } from '@vault/store';
import {
  editAccount,
  grantUpgrade,
  isOwnEdit,
  requestUpgrade,
  type AccountEdit,
  type EditableAccount,
  type EditDecision,
} from '../domain/account-edit.ts';
import { searchTextOf, sortNameOf } from '../domain/list-text.ts';
import { TokenService } from '../tokens/token.service.ts';
import { eventsOfEdit } from '../users/account-events.ts';
import type { PromptSettings } from '../domain/default-settings.ts';
import { HolderRepository } from '../holders/holder.repository.ts';
import { UserRepository } from '../users/user.repository.ts';
import type { User, UserDocument } from '../users/user.schema.ts';
import type { Account } from './account-directory.service.ts';

/** The `by` of commands of the person themselves. */
const selfActor = 'user';

/** Edits accounts for people and staff. Each message has its effect once. */
@Injectable()
export class AccountEditService {
  constructor(
    private readonly users: UserRepository,
    private readonly holders: HolderRepository,
    private readonly tokens: TokenService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Edits the account, then adds the tokens. A redelivery of the message skips the steps that are done.
   * @throws {AppError} `not-found`; `conflict` when the account was changed since `version`; `forbidden` when a person
   *   edits a field of staff
   */
  async edit(command: MessageData<'auth.edit-account.v1'>, messageId: string): Promise<Account> {
    const { userId, version, addTokens = 0, by, membershipEnd, ...fields } = command;
    const edit: AccountEdit = {
      ...fields,
      ...(membershipEnd !== undefined && { membershipEnd: new Date(membershipEnd * 1_000) }),
    };
    if (by === selfActor && !(isOwnEdit(edit) && addTokens === 0))
      throw new AppError('forbidden', 'Please contact us to change this.');
    const account = await this.change(userId, messageId, (current, now) => {
      if (version !== undefined && version !== current.contentVersion) throw stale();
      return editAccount(current, edit, now);
    });
    const { user } = account;
    const tokens = addTokens === 0 ? account.tokens : await this.tokens.add(user, addTokens, messageId);
    this.logger.info({ userId, by, edited: Object.keys(fields), addTokens }, 'an account was edited');
    return { user, tokens };
  }

  /** Sets the given prompt settings and leaves the rest. @throws {AppError} `not-found` */
  async changeSettings(ownerId: string, choice: Partial<PromptSettings>, messageId: string): Promise<void> {
    await this.holders.changeSettings(ownerId, choice, messageId);
    // Only the names of the fields: a prompt is private.
    this.logger.info({ ownerId, chosen: Object.keys(choice) }, 'the prompts of an owner were changed');
  }

  /** @throws {AppError} `not-found` */
  async grantUpgrade(userId: string, by: string, messageId: string): Promise<Account> {
    const account = await this.change(userId, messageId, grantUpgrade);
    this.logger.info({ userId, by }, 'an upgrade was granted');
    return account;
  }

  /** @throws {AppError} `not-found` */
  async requestUpgrade(ownerId: string, messageId: string): Promise<void> {
    await this.holders.changePlan(ownerId, (holder) => requestUpgrade(holder, this.clock.now()), messageId);
    this.logger.info({ ownerId }, 'an upgrade was requested');
  }

  /** Reads the tokens at the end, so that the grant of a higher plan is stored before the outcome is published. */
  private async change(
    userId: string,
    messageId: string,
    decide: (user: User, now: Date) => EditDecision<EditableAccount> | undefined,
  ): Promise<Account> {
    const user = await this.users.change(
      userId,
      (current) => {
        const decision = decide(current, this.clock.now());
        return decision && toStore(current, decision);
      },
      messageId,
    );
    return { user, tokens: await this.tokens.accountOf(user) };
  }
}

function toStore(user: UserDocument, decision: EditDecision<EditableAccount>): Decision<UserDocument> {
  const { set, unset } = decision;
  const named = { ...user, ...set };
  const listed = { searchText: searchTextOf(named), sortName: sortNameOf(named) };
  return { set: { ...set, ...listed }, unset, events: eventsOfEdit(user._id, decision) };
}

function stale(): AppError {
  return new AppError('conflict', 'Someone has changed this account since you opened it. Please reload it.');
}
