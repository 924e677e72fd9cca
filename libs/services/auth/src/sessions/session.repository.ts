import { removeSome } from '@vault/store';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { Session } from './session.schema.ts';

/** Stores sessions; all methods require the owner's id, except for the use of a ticket, which is a secret itself. */
@Injectable()
export class SessionRepository {
  constructor(@InjectModel('Session', 'auth') private readonly model: Model<Session>) {}

  async insert(session: Session): Promise<void> {
    await this.model.create(session);
  }

  find(userId: string, id: string): Promise<Session | null> {
    return this.model.findOne({ _id: id, userId }).lean<Session>().exec();
  }

  async remove(userId: string, id: string): Promise<void> {
    await this.model.deleteOne({ _id: id, userId });
  }

  /** Open sessions, the most recently used first. */
  async list(userId: string, now: Date, limit: number): Promise<Session[]> {
    return await this.model
      .find({ userId, expiresAt: { $gt: now } })
      .sort({ lastSeenAt: -1, createdAt: -1 })
      .limit(limit)
      .lean<Session[]>()
      .exec();
  }

  /** Stores the last use, unless another process has stored one since `before`. */
  async updateLastSeen({ _id, userId }: Session, at: Date, before: Date): Promise<void> {
    await this.model.updateOne({ _id, userId, lastSeenAt: { $lte: before } }, { $set: { lastSeenAt: at } });
  }

  /** Stores the ticket of a session, in place of an earlier one. @returns false when the session has ended */
  async setTicket(userId: string, id: string, ticketHash: string, ticketExpiresAt: Date): Promise<boolean> {
    const { matchedCount } = await this.model.updateOne(
      { _id: id, userId },
      { $set: { ticketHash, ticketExpiresAt } },
    );
    return matchedCount === 1;
  }

  /** Uses up a ticket. @returns its session, for exactly one of several callers */
  async takeTicket(ticketHash: string, now: Date): Promise<Session | null> {
    const open = { ticketHash, ticketExpiresAt: { $gt: now } };
    const session = await this.model.findOne(open).lean<Session>().exec();
    if (!session) return null;
    const { modifiedCount } = await this.model.updateOne(
      { _id: session._id, ...open },
      { $unset: { ticketHash: 1, ticketExpiresAt: 1 } },
    );
    return modifiedCount === 1 ? session : null;
  }

  /** @param except the id of the session to keep */
  async removeAll(userId: string, except?: string): Promise<void> {
    await this.model.deleteMany({ userId, ...(except !== undefined && { _id: { $ne: except } }) });
  }

  /** Ends the oldest sessions of a person beyond the newest `keep`, at most `limit` of them. */
  async removeOldest(userId: string, keep: number, limit: number): Promise<void> {
    await removeSome(this.model, { userId }, { sort: { createdAt: -1 }, keep, limit });
  }
}
