import { Schema } from 'mongoose';

/** An address from which somebody has signed in to an account with the right password. */
export interface KnownAddress {
  /** The key of the account and a hash of e-mail and address: they can be recognised, not read. */
  _id: string;
  expiresAt: Date;
}

export const knownAddressSchema = new Schema<KnownAddress>(
  {
    _id: { type: String, required: true },
    expiresAt: { type: Date, required: true, index: true },
  },
  { versionKey: false, collection: 'known_addresses' },
);
