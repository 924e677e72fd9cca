import { Inject, Injectable } from '@nestjs/common';
import { STORE } from '@vault/platform';
import type { Connection, Model } from 'mongoose';
import type { TokenDay } from './token-day.schema.ts';

/** Keeps the sums of days that are over: they need not be added up again, and outlast accounts that are deleted. */
@Injectable()
export class TokenDayRepository {
  private readonly model: Model<TokenDay>;

  constructor(@Inject(STORE) store: Connection) {
    this.model = store.model<TokenDay>('TokenDay');
  }

  async find(days: readonly string[]): Promise<TokenDay[]> {
    return await this.model
      .find({ _id: { $in: [...days] } })
      .lean<TokenDay[]>()
      .exec();
  }

  async keep({ _id, ...sums }: TokenDay): Promise<void> {
    await this.model.updateOne({ _id }, { $set: sums }, { upsert: true });
  }
}
