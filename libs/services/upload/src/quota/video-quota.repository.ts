import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { wasInserted } from '@vault/store';
import type { Model } from 'mongoose';
import type { QuotaSlot, VideoQuotaDocument } from './video-quota.schema.ts';

/** Takes and releases quota slots one by one, atomically: two uploads never share the last slot. */
@Injectable()
export class VideoQuotaRepository {
  constructor(@InjectModel('VideoQuota', 'upload') private readonly model: Model<VideoQuotaDocument>) {}

  async slots(ownerId: string): Promise<readonly QuotaSlot[]> {
    return (await this.find(ownerId))?.slots ?? [];
  }

  /** Creates the document of a new owner. @returns the number of ends of access */
  async open(ownerId: string): Promise<number> {
    const quota = await this.find(ownerId);
    if (quota) return quota.accessEnds;
    // Of two first uploads at once, one inserts the document.
    const empty = { slots: [], accessEnds: 0 };
    await wasInserted(this.model.updateOne({ _id: ownerId }, { $setOnInsert: empty }, { upsert: true }));
    return 0;
  }

  /** @returns undefined when the owner has no document */
  async accessEnds(ownerId: string): Promise<number | undefined> {
    return (await this.find(ownerId))?.accessEnds;
  }

  async countAccessEnd(ownerId: string): Promise<void> {
    await this.model.updateOne({ _id: ownerId }, { $inc: { accessEnds: 1 } });
  }

  /** Call {@link open} first. @returns false when all `limit` slots are taken */
  async take(ownerId: string, slot: QuotaSlot, limit: number): Promise<boolean> {
    if (limit < 1) return false;
    const isNew = { 'slots.videoId': { $ne: slot.videoId } };
    const free = { _id: ownerId, [`slots.${String(limit - 1)}`]: { $exists: false }, ...isNew };
    const update = await this.model.updateOne(free, { $push: { slots: slot } });
    if (update.modifiedCount === 1) return true;
    return (await this.slots(ownerId)).some(({ videoId }) => videoId === slot.videoId);
  }

  /** @param takenAt only the slot that was taken then */
  async release(ownerId: string, videoId: string, takenAt?: Date): Promise<void> {
    const slot = { videoId, ...(takenAt && { takenAt }) };
    await this.model.updateOne({ _id: ownerId }, { $pull: { slots: slot } });
  }

  /** For a deleted owner. */
  async remove(ownerId: string): Promise<void> {
    await this.model.deleteOne({ _id: ownerId });
  }

  private find(ownerId: string): Promise<VideoQuotaDocument | null> {
    return this.model.findOne({ _id: ownerId }).lean<VideoQuotaDocument>().exec();
  }
}
