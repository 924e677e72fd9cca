import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Connection, Model } from 'mongoose';
import { STORE } from '../host/tokens.ts';
import { isDuplicateKey } from '../store/is-duplicate-key.ts';
import { accountKeyOf } from './account-key.ts';
import type { AccountTries } from './account-tries.schema.ts';

/** What is stored of an account's tries; absent revision: nothing yet. */
export interface StoredTries {
  readonly tries: readonly number[];
  readonly revision?: string;
}

/** Keeps the tries per e-mail, whether an account has it or not. */
@Injectable()
export class AccountTriesRepository {
  private readonly model: Model<AccountTries>;

  constructor(@Inject(STORE) store: Connection) {
    this.model = store.model<AccountTries>('AccountTries');
  }

  async find(email: string): Promise<StoredTries> {
    return (await this.model.findOne({ _id: accountKeyOf(email) }).lean()) ?? { tries: [] };
  }

  /** @returns false when somebody else changed them since they were read */
  async replace(
    email: string,
    before: StoredTries,
    tries: readonly number[],
    expiresAt: Date,
  ): Promise<boolean> {
    const after = { tries: [...tries], revision: randomUUID(), expiresAt };
    if (before.revision === undefined) return this.create({ _id: accountKeyOf(email), ...after });
    const filter = { _id: accountKeyOf(email), revision: before.revision };
    const { modifiedCount } = await this.model.updateOne(filter, { $set: after });
    return modifiedCount === 1;
  }

  async remove(email: string): Promise<void> {
    await this.removeByKey(accountKeyOf(email));
  }

  /** @param key as {@link accountKeyOf} makes it */
  async removeByKey(key: string): Promise<void> {
    await this.model.deleteOne({ _id: key });
  }

  /** @returns how many were removed */
  async removeExpired(now: Date, limit: number): Promise<number> {
    const expired = await this.model
      .find({ expiresAt: { $lte: now } })
      .select({ _id: 1 })
      .limit(limit)
      .lean();
    const ids = expired.map(({ _id }) => _id);
    // Read again with the time: one of them may have been renewed since.
    if (ids.length > 0) await this.model.deleteMany({ _id: { $in: ids }, expiresAt: { $lte: now } });
    return ids.length;
  }

  private async create(doc: AccountTries): Promise<boolean> {
    try {
      await this.model.create(doc);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}
