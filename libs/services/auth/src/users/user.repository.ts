import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { AppError, RELAY } from '@vault/base';
import { handledLimit, isDuplicateKey, OwnedCollection, type Decision, type OutboxRelay } from '@vault/store';
import type { Model } from 'mongoose';
import type { PromptSettings } from '../domain/default-settings.ts';
import { searchTextOf, sortNameOf } from '../domain/list-text.ts';
import { accountChanged, sessionsEnded } from './account-events.ts';
import type { Credentials, User, UserDocument, SessionsEnded } from './user.schema.ts';

const notDeleted = { deletedAt: { $exists: false } };

/** A user with the credentials, for a sign-in. */
export type SignInUser = User & { readonly credentials: Credentials };

/** Stores users. Only {@link findForSignIn} and {@link passwordHashOf} read credentials. */
@Injectable()
export class UserRepository {
  private readonly users: OwnedCollection<UserDocument>;

  constructor(
    @InjectModel('User', 'auth') private readonly model: Model<UserDocument>,
    @Inject(RELAY) relay: OutboxRelay,
  ) {
    this.users = new OwnedCollection(model, relay);
  }

  /** @throws {AppError} `conflict` when the e-mail is taken */
  async insert(user: User, credentials: Credentials): Promise<void> {
    const listed = { searchText: searchTextOf(user), sortName: sortNameOf(user) };
    try {
      await this.users.insert({ ...user, ...listed, ownerId: user._id, credentials });
    } catch (cause) {
      if (!isDuplicateKey(cause)) throw cause;
      throw emailTaken(cause);
    }
  }

  find(id: string): Promise<User | null> {
    return this.model
      .findOne({ _id: id, ...notDeleted })
      .lean<User>()
      .exec();
  }

  /** @throws {AppError} `not-found` */
  async get(id: string): Promise<User> {
    const user = await this.find(id);
    if (!user) throw AppError.notFound('The account');
    return user;
  }

  /** Finds a deleted account. */
  findDeleted(id: string): Promise<UserDocument | null> {
    return this.model
      .findOne({ _id: id, deletedAt: { $exists: true } })
      .select('+purgeKey')
      .lean<UserDocument>()
      .exec();
  }

  /**
   * Applies a decision to an existing account and stores its events and the id of its message in the same update.
   * @throws {AppError} `not-found`
   */
  async change(
    id: string,
    decide: (user: UserDocument) => Decision<UserDocument> | undefined,
    messageId?: string,
  ): Promise<User> {
    const changed = await this.users.change({ ownerId: id, _id: id, ...notDeleted }, decide, { messageId });
    if (!changed) throw AppError.notFound('The account');
    return changed;
  }

  /** Like {@link change}, for a deleted account; does nothing when there is none. */
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
   * Sets some settings together with the id of the message, so that a redelivery has no effect.
   * @throws {AppError} `not-found`
   */
  async changeSettings(id: string, choice: Partial<PromptSettings>, messageId: string): Promise<void> {
    const set = Object.fromEntries(
      Object.entries(choice).map(([name, value]) => [`settings.${name}`, value]),
    );
    const { matchedCount } = await this.model.updateOne(
      { _id: id, handled: { $ne: messageId }, ...notDeleted },
      { $set: set, $push: { handled: { $each: [messageId], $slice: -handledLimit } } },
    );
    if (matchedCount === 0) await this.get(id);
  }

  /** @param email trimmed and in lower case */
  findForSignIn(email: string): Promise<SignInUser | null> {
    return this.model
      .findOne({ email, ...notDeleted })
      .select('+credentials')
      .lean<SignInUser>()
      .exec();
  }

  async passwordHashOf(id: string): Promise<string | undefined> {
    const found = await this.model
      .findOne({ _id: id, ...notDeleted })
      .select('credentials')
      .lean();
    return found?.credentials.passwordHash;
  }

  /** Ends the sessions of the person that were opened before `at`, and publishes it. */
  async endSessions(id: string, ended: SessionsEnded): Promise<void> {
    const decision = { set: { sessionsEnded: ended }, events: [sessionsEnded(id)] };
    await this.users.changeMatching({ ownerId: id, _id: id, ...notDeleted }, decision);
  }

  /** Publishes the end of one session; the caller removes its row. */
  async publishSessionEnd(id: string, sessionId: string): Promise<void> {
    const decision = { events: [sessionsEnded(id, sessionId)] };
    await this.users.changeMatching({ ownerId: id, _id: id, ...notDeleted }, decision);
  }

  /**
   * Sets a password, ends the sessions of the person and publishes their end, in one update.
   * @param from the hash to replace; when absent, any hash
   * @returns false when the account does not exist, or has another password now
   */
  async setPassword(
    id: string,
    passwordHash: string,
    { from, ...ended }: SessionsEnded & { from?: string },
  ): Promise<boolean> {
    const isSame = from === undefined ? {} : { 'credentials.passwordHash': from };
    const changed = await this.users.changeMatching(
      { ownerId: id, _id: id, ...notDeleted, ...isSame },
      { set: { credentials: { passwordHash }, sessionsEnded: ended }, events: [sessionsEnded(id)] },
    );
    return changed !== null;
  }

  /**
   * Changes the address; with `ended` also the password, and ends all sessions of the person in the same update.
   * @throws {AppError} `not-found`; `conflict` when the address has an account
   */
  async changeEmail(
    id: string,
    email: string,
    ended?: SessionsEnded & { readonly passwordHash: string },
  ): Promise<void> {
    try {
      await this.change(id, (user) => {
        if (user.email === email && !ended) return undefined;
        const contentVersion = user.contentVersion + 1;
        const set = { email, contentVersion, searchText: searchTextOf({ ...user, email }) };
        const events = [accountChanged(id, contentVersion)];
        if (!ended) return { set, events };
        const { passwordHash, at } = ended;
        const end = { credentials: { passwordHash }, sessionsEnded: { at } };
        return { set: { ...set, ...end }, events: [...events, sessionsEnded(id)] };
      });
    } catch (cause) {
      if (!isDuplicateKey(cause)) throw cause;
      throw emailTaken(cause);
    }
  }

  /** Whether an account has this address. */
  async has(email: string): Promise<boolean> {
    return (await this.model.exists({ email })) !== null;
  }

  /** Ids of accounts whose end of access is due to be published, the longest overdue first. */
  async dueAccessEnds(now: Date, limit: number): Promise<string[]> {
    const found = await this.model
      .find({ accessEndsAt: { $lte: now } })
      .sort({ accessEndsAt: 1 })
      .limit(limit)
      .select({ _id: 1 })
      .lean();
    return found.map(({ _id }) => _id);
  }

  /** Deleted accounts that are due for a purge. */
  async duePurges(now: Date, limit: number): Promise<UserDocument[]> {
    return await this.model
      .find({ purgeAt: { $lte: now } })
      .sort({ purgeAt: 1 })
      .limit(limit)
      .select('+purgeKey')
      .lean<UserDocument[]>()
      .exec();
  }
}

export function emailTaken(cause?: unknown): AppError {
  const msg = 'An account with this e-mail address already exists. Sign in, or use another address.';
  return new AppError('conflict', msg, { cause });
}
