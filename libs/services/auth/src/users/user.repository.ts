import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  handledLimit,
  isDuplicateKey,
  OwnedCollection,
  RELAY,
  STORE,
  type Decision,
  type Message,
  type OutboxRelay,
} from '@vault/platform';
import type { Connection, Model } from 'mongoose';
import type { PromptSettings } from '../domain/default-settings.ts';
import { searchTextOf, sortNameOf } from '../domain/list-text.ts';
import type { Credentials, User, UserDocument } from './user.schema.ts';

const isThere = { deletedAt: { $exists: false } };

/** What a sign-in reads. */
export type SignInUser = User & { readonly credentials: Credentials };

/** An account that was made before it had all of today's fields. */
type OlderUser = Omit<UserDocument, 'handled'> & { readonly handled?: string[] };

/** Keeps users. Only {@link findForSignIn} and {@link passwordHashOf} read credentials. */
@Injectable()
export class UserRepository {
  private readonly model: Model<UserDocument>;
  private readonly users: OwnedCollection<UserDocument>;

  constructor(@Inject(STORE) store: Connection, @Inject(RELAY) relay: OutboxRelay) {
    this.model = store.model<UserDocument>('User');
    this.users = new OwnedCollection(this.model, relay);
  }

  /** @throws {AppError} `conflict` when the e-mail is taken */
  async insert(user: User, credentials: Credentials): Promise<void> {
    const listed = { searchText: searchTextOf(user), sortName: sortNameOf(user) };
    try {
      await this.users.insert({ ...user, ...listed, ownerId: user._id, credentials });
    } catch (cause) {
      if (!isDuplicateKey(cause)) throw cause;
      throw new AppError(
        'conflict',
        'There is already an account with this e-mail address. Sign in, or use another address.',
        { cause },
      );
    }
  }

  find(id: string): Promise<User | null> {
    return this.model
      .findOne({ _id: id, ...isThere })
      .lean<User>()
      .exec();
  }

  /** @throws {AppError} `not-found` */
  async get(id: string): Promise<User> {
    const user = await this.find(id);
    if (!user) throw AppError.notFound('The account');
    return user;
  }

  /** As {@link get}, for deleted ones too. */
  findDeleted(id: string): Promise<UserDocument | null> {
    return this.model
      .findOne({ _id: id, deletedAt: { $exists: true } })
      .select('+purgeKey')
      .lean<UserDocument>()
      .exec();
  }

  /**
   * Applies a decision to an account that is there, with its events and the id of the message that causes it.
   * @throws {AppError} `not-found`
   */
  async change(
    id: string,
    decide: (user: UserDocument) => Decision<UserDocument> | undefined,
    messageId?: string,
  ): Promise<User> {
    const change = () => this.users.change({ ownerId: id, _id: id, ...isThere }, decide, { messageId });
    const changed = await change();
    if (changed) return changed;
    const isOlder = (await this.upgrade({ _id: id }, 1)) > 0;
    const upgraded = isOlder ? await change() : null;
    if (!upgraded) throw AppError.notFound('The account');
    return upgraded;
  }

  /** As {@link change}, for a deleted account; nothing happens when there is none. */
  async changeDeleted(
    id: string,
    decide: (user: UserDocument) => Decision<UserDocument> | undefined,
  ): Promise<void> {
    await this.users.change({ ownerId: id, _id: id, deletedAt: { $exists: true } }, decide);
  }

  /** Removes a deleted account whose messages have been sent. */
  async removeDeleted(id: string): Promise<void> {
    await this.model.deleteOne({ _id: id, deletedAt: { $exists: true }, outboxSince: { $exists: false } });
  }

  /**
   * Sets some of the settings, together with the id of the message that says so: a repeat of it has no effect.
   * @throws {AppError} `not-found`
   */
  async changeSettings(id: string, choice: Partial<PromptSettings>, messageId: string): Promise<void> {
    const set = Object.fromEntries(
      Object.entries(choice).map(([name, value]) => [`settings.${name}`, value]),
    );
    const { matchedCount } = await this.model.updateOne(
      { _id: id, handled: { $ne: messageId }, ...isThere },
      { $set: set, $push: { handled: { $each: [messageId], $slice: -handledLimit } } },
    );
    if (matchedCount === 0) await this.get(id);
  }

  /** @param email in its unique form */
  findForSignIn(email: string): Promise<SignInUser | null> {
    return this.model
      .findOne({ email, ...isThere })
      .select('+credentials')
      .lean<SignInUser>()
      .exec();
  }

  async passwordHashOf(id: string): Promise<string | undefined> {
    const found = await this.model
      .findOne({ _id: id, ...isThere })
      .select('credentials')
      .lean();
    return found?.credentials.passwordHash;
  }

  /**
   * Sets a password and ends the sessions of the person in one update.
   * @param from the hash it replaces; left out, whichever it is
   * @returns false when the account is gone, or has another password by now
   */
  async setPassword(
    id: string,
    passwordHash: string,
    { at, except, from }: { at: Date; except?: string; from?: string },
  ): Promise<boolean> {
    const isSame = from === undefined ? {} : { 'credentials.passwordHash': from };
    const sessionsEnded = { at, ...(except !== undefined && { except }) };
    const { matchedCount } = await this.model.updateOne(
      { _id: id, ...isThere, ...isSame },
      { $set: { credentials: { passwordHash }, sessionsEnded } },
    );
    return matchedCount === 1;
  }

  /** Accounts whose access ends now, the longest overdue first. */
  async endingAccess(now: Date, limit: number): Promise<string[]> {
    const found = await this.model
      .find({ accessEndsAt: { $lte: now } })
      .sort({ accessEndsAt: 1 })
      .limit(limit)
      .select({ _id: 1 })
      .lean();
    return found.map(({ _id }) => _id);
  }

  /** Deleted accounts whose traces are to be looked for now. */
  async toPurge(now: Date, limit: number): Promise<UserDocument[]> {
    return await this.model
      .find({ purgeAt: { $lte: now } })
      .sort({ purgeAt: 1 })
      .limit(limit)
      .select('+purgeKey')
      .lean<UserDocument[]>()
      .exec();
  }

  /** Gives accounts that are older than some fields these fields. @returns how many it looked at */
  upgradeSome(limit: number): Promise<number> {
    return this.upgrade({}, limit);
  }

  private async upgrade(filter: { readonly _id?: string }, limit: number): Promise<number> {
    const isOlder = { sortName: null as unknown as string };
    const older = await this.model
      .find({ ...filter, ...isOlder, ...isThere })
      .limit(limit)
      .select('+handled')
      .lean<OlderUser[]>();
    for (const user of older) {
      const fields: Partial<UserDocument> = {
        ...{ ownerId: user._id, version: 0, outbox: [] as Message[], handled: user.handled ?? [] },
        ...{ revision: 0, isConfirmed: true, readyMail: true },
        ...{ searchText: searchTextOf(user), sortName: sortNameOf(user) },
        ...(user.isActive && { accessEndsAt: user.membershipEnd }),
      };
      await this.model.updateOne({ _id: user._id, ...isOlder }, { $set: fields });
    }
    return older.length;
  }
}
