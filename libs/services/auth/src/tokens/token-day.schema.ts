import { Schema } from 'mongoose';

/** The tokens that all accounts spent and were granted on a past day. */
export interface TokenDay {
  /** `yyyy-MM-dd` in UTC. */
  _id: string;
  spent: number;
  granted: number;
}

export const tokenDaySchema = new Schema<TokenDay>(
  {
    _id: { type: String, required: true },
    spent: { type: Number, required: true },
    granted: { type: Number, required: true },
  },
  { versionKey: false, collection: 'token_days' },
);
