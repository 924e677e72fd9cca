import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { UserDocument } from '../users/user.schema.ts';

export interface ExpiringTrial {
  readonly userId: string;
  readonly endsAt: Date;
}

/** Finds free trials by their end. */
@Injectable()
export class ExpiringTrialRepository {
  constructor(@InjectModel('User', 'auth') private readonly model: Model<UserDocument>) {}

  /** Trials of active accounts that end after `from` and until `to`, the soonest first, starting after `after`. */
  async find({ from, to, after, limit }: ExpiringTrialsQuery): Promise<ExpiringTrial[]> {
    const rest = after && {
      $or: [
        { accessEndsAt: { $gt: after.endsAt } },
        { accessEndsAt: after.endsAt, _id: { $gt: after.userId } },
      ],
    };
    const found = await this.model
      .find({ accessEndsAt: { $gt: from, $lte: to }, plan: 'free', ...rest })
      .sort({ accessEndsAt: 1, _id: 1 })
      .limit(limit)
      .select({ accessEndsAt: 1 })
      .lean();
    return found.map(({ _id: userId, accessEndsAt = to }) => ({ userId, endsAt: accessEndsAt }));
  }
}

export interface ExpiringTrialsQuery {
  readonly from: Date;
  readonly to: Date;
  readonly after?: ExpiringTrial | undefined;
  readonly limit: number;
}
