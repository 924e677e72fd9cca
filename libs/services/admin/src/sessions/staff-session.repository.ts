import { removeSome } from '@vault/store';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { StaffSession } from './staff-session.schema.ts';

/** Stores sessions of staff; all methods require the member's id. */
@Injectable()
export class StaffSessionRepository {
  constructor(@InjectModel('StaffSession', 'admin') private readonly model: Model<StaffSession>) {}

  async insert(session: StaffSession): Promise<void> {
    await this.model.create(session);
  }

  find(staffId: string, id: string): Promise<StaffSession | null> {
    return this.model.findOne({ _id: id, staffId }).lean<StaffSession>().exec();
  }

  async updateLastSeen(staffId: string, id: string, lastSeenAt: Date): Promise<void> {
    await this.model.updateOne({ _id: id, staffId }, { $set: { lastSeenAt } });
  }

  async remove(staffId: string, id: string): Promise<void> {
    await this.model.deleteOne({ _id: id, staffId });
  }

  /** Ends every session of a member except `keep`. */
  async removeAll(staffId: string, keep = ''): Promise<void> {
    await this.model.deleteMany({ staffId, _id: { $ne: keep } });
  }

  /** Ends the oldest sessions of a member beyond the newest `keep`, at most `limit` of them. */
  async removeOldest(staffId: string, keep: number, limit: number): Promise<void> {
    await removeSome(this.model, { staffId }, { sort: { createdAt: -1 }, keep, limit });
  }
}
