import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { PasswordReset } from './password-reset.schema.ts';

/** Stores the links that set a new password. */
@Injectable()
export class PasswordResetRepository {
  constructor(@InjectModel('PasswordReset', 'auth') private readonly model: Model<PasswordReset>) {}

  async insert(reset: PasswordReset): Promise<void> {
    await this.model.create(reset);
  }

  find(id: string, now: Date): Promise<PasswordReset | null> {
    return this.model
      .findOne({ _id: id, expiresAt: { $gt: now } })
      .lean<PasswordReset>()
      .exec();
  }

  /** Deletes the link. @returns true for exactly one of several callers */
  async consume(id: string): Promise<boolean> {
    return (await this.model.deleteOne({ _id: id })).deletedCount === 1;
  }

  async removeAll(userId: string): Promise<void> {
    await this.model.deleteMany({ userId });
  }
}
