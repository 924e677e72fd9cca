import { Schema } from 'mongoose';

/** What all accounts together spent and were granted on one day that is over: it changes no more. */
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
