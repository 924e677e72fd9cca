import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { accountKeyOf } from './account-key.ts';
import type { KnownAddress } from './known-address.schema.ts';

const separator = '/';
/** The character after the separator in ASCII. */
const afterSeparator = '0';

/** Stores the addresses from which the owners of accounts sign in. */
@Injectable()
export class KnownAddressRepository {
  constructor(@InjectModel('KnownAddress') private readonly model: Model<KnownAddress>) {}

  async has(email: string, address: string, now: Date): Promise<boolean> {
    const found = await this.model.exists({ _id: keyOf(email, address), expiresAt: { $gt: now } });
    return found !== null;
  }

  async remember(email: string, address: string, expiresAt: Date): Promise<void> {
    await this.model.updateOne({ _id: keyOf(email, address) }, { $set: { expiresAt } }, { upsert: true });
  }

  /** Removes all addresses of one account. @param key from {@link accountKeyOf} */
  async removeByKey(key: string): Promise<void> {
    await this.model.deleteMany({ _id: { $gt: `${key}${separator}`, $lt: `${key}${afterSeparator}` } });
  }
}

/** The keys of an account share a prefix, so that they are adjacent. */
function keyOf(email: string, address: string): string {
  const both = createHash('sha256').update(JSON.stringify([email, address]));
  return `${accountKeyOf(email)}${separator}${both.digest('base64url')}`;
}
