import { documentSchema } from '@vault/store';

/** The tokens that all accounts spent and were granted on a past day. */
export interface TokenDay {
  /** `yyyy-MM-dd` in UTC. */
  _id: string;
  spent: number;
  granted: number;
}

export const tokenDaySchema = documentSchema<TokenDay>('token_days', {
  spent: { type: Number, required: true },
  granted: { type: Number, required: true },
});
