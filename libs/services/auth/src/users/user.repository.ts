import { Inject, Injectable } from '@nestjs/common';
import { AppError, STORE } from '@vault/platform';
import type { Connection, Model } from 'mongoose';
import { isDuplicateKey } from '../is-duplicate-key.ts';
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

  /** @param email in its unique form */
  findForSignIn(email: string): Promise<StoredUser | null> {
    return this.model.findOne({ email }).select('+credentials').lean<StoredUser>().exec();
  }
}
