import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { TokenDay } from './token-day.schema.ts';

/** Stores the sums of past days: they need not be added up again, and stay when accounts are deleted. */
@Injectable()
export class TokenDayRepository {
  constructor(@InjectModel('TokenDay', 'auth') private readonly model: Model<TokenDay>) {}

  async find(days: readonly string[]): Promise<TokenDay[]> {
    return await this.model
      .find({ _id: { $in: [...days] } })
      .lean<TokenDay[]>()
      .exec();
  }

  async store({ _id, ...sums }: TokenDay): Promise<void> {
    await this.model.updateOne({ _id }, { $set: sums }, { upsert: true });
  }
}
