import { documentSchema } from '@vault/store';

/** An address from which someone signed in to an account with the right password. */
export interface KnownAddress {
  /** The key of the account and a hash of e-mail and address, which do not reveal either. */
  _id: string;
  expiresAt: Date;
}

export const knownAddressSchema = documentSchema<KnownAddress>('known_addresses', {
  expiresAt: { type: Date, required: true, index: { expireAfterSeconds: 0 } },
});
