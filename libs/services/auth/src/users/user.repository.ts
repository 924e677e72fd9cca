import { Inject, Injectable } from '@nestjs/common';
import { AppError, handledLimit, isDuplicateKey, STORE } from '@vault/platform';
import type { Connection, Model } from 'mongoose';
import type { PromptSettings } from '../domain/default-settings.ts';
import type { StoredUser, User } from './user.schema.ts';

/** Keeps users. Only {@link findForSignIn} reads credentials. */
@Injectable()
export class UserRepository {
  private readonly model: Model<StoredUser>;

  constructor(@Inject(STORE) store: Connection) {
    this.model = store.model<StoredUser>('User');
  }

  /** @throws {AppError} `conflict` when the e-mail is taken */
  async insert(user: StoredUser): Promise<void> {
    try {
      await this.model.create(user);
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
    return this.model.findOne({ _id: id }).lean<User>().exec();
  }

  /** @throws {AppError} `not-found` */
  async get(id: string): Promise<User> {
    const user = await this.find(id);
    if (!user) throw AppError.notFound('The account');
    return user;
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
      { _id: id, handled: { $ne: messageId } },
      { $set: set, $push: { handled: { $each: [messageId], $slice: -handledLimit } } },
    );
    if (matchedCount === 0) await this.get(id);
  }

  /** @param email in its unique form */
  findForSignIn(email: string): Promise<StoredUser | null> {
    return this.model.findOne({ email }).select('+credentials').lean<StoredUser>().exec();
  }
}
