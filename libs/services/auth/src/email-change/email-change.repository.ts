import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { EmailChange } from './email-change.schema.ts';

/** Stores changes of e-mail addresses. */
@Injectable()
export class EmailChangeRepository {
  constructor(@InjectModel('EmailChange', 'auth') private readonly model: Model<EmailChange>) {}

  async insert(change: EmailChange): Promise<void> {
    await this.model.create(change);
  }

  find(userId: string, id: string): Promise<EmailChange | null> {
    return this.model.findOne({ _id: id, userId }).lean<EmailChange>().exec();
  }

  /** Keeps the change until it can no longer be undone. */
  async keepUntil(id: string, expiresAt: Date): Promise<void> {
    await this.model.updateOne({ _id: id }, { $set: { expiresAt } });
  }

  /** Ends the links that confirm the change. */
  async markConfirmed(id: string, confirmedAt: Date): Promise<void> {
    await this.model.updateOne({ _id: id }, { $set: { confirmedAt } });
  }

  /** Whether an address is reserved for somebody else, who may still undo the change from it. */
  async isReserved(email: string, now: Date, exceptUserId?: string): Promise<boolean> {
    const ofOther = exceptUserId === undefined ? {} : { userId: { $ne: exceptUserId } };
    const isUndoable = { confirmedAt: { $exists: true }, expiresAt: { $gt: now } };
    return (await this.model.exists({ from: email, ...isUndoable, ...ofOther })) !== null;
  }

  /** Removes requests of a person that are not confirmed. */
  async removeRequests(userId: string): Promise<void> {
    await this.model.deleteMany({ userId, confirmedAt: { $exists: false } });
  }

  /** Removes this change and later ones; earlier ones can still be undone. */
  async removeSince({ userId, requestedAt }: EmailChange): Promise<void> {
    await this.model.deleteMany({ userId, requestedAt: { $gte: requestedAt } });
  }

  async removeAll(userId: string): Promise<void> {
    await this.model.deleteMany({ userId });
  }
}
