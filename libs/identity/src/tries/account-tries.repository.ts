import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { wasInserted } from '@vault/store';
import { accountKeyOf } from './account-key.ts';
import type { AccountTries } from './account-tries.schema.ts';

/** The stored attempts of an account; without a version if nothing is stored. */
export interface StoredTries {
  readonly tries: readonly number[];
  readonly version?: string;
}

/** Stores the failed attempts per e-mail address, whether or not it has an account. */
@Injectable()
export class AccountTriesRepository {
  constructor(@InjectModel('AccountTries') private readonly model: Model<AccountTries>) {}

  async find(email: string): Promise<StoredTries> {
    return (await this.model.findOne({ _id: accountKeyOf(email) }).lean()) ?? { tries: [] };
  }

  /** @returns false when the stored attempts changed since they were read */
  async replace(
    email: string,
    before: StoredTries,
    tries: readonly number[],
    expiresAt: Date,
  ): Promise<boolean> {
    const after = { tries: [...tries], version: randomUUID(), expiresAt };
    if (before.version === undefined)
      return wasInserted(this.model.create({ _id: accountKeyOf(email), ...after }));
    const filter = { _id: accountKeyOf(email), version: before.version };
    const { modifiedCount } = await this.model.updateOne(filter, { $set: after });
    return modifiedCount === 1;
  }

  async remove(email: string): Promise<void> {
    await this.removeByKey(accountKeyOf(email));
  }

  /** @param key from {@link accountKeyOf} */
  async removeByKey(key: string): Promise<void> {
    await this.model.deleteOne({ _id: key });
  }
}
