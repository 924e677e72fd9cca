import { documentSchema } from '@vault/store';

/** The recent failed sign-ins of one account. */
export interface AccountTries {
  /** A hash of the e-mail address, because people also type addresses of others. */
  _id: string;
  /** Epoch milliseconds, oldest first. */
  tries: number[];
  /** New with every change, so that a change based on an older state is refused. */
  version: string;
  /** When the last attempt no longer counts. */
  expiresAt: Date;
}

export const accountTriesSchema = documentSchema<AccountTries>('account_tries', {
  tries: { type: [Number], required: true },
  version: { type: String, required: true },
  expiresAt: { type: Date, required: true, index: { expireAfterSeconds: 0 } },
});
