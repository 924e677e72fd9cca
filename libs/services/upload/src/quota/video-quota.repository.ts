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
    const quota = await this.model.findOne({ _id: ownerId }).lean();
    return quota?.slots ?? [];
  }

  /** @returns false when all `limit` slots are taken */
  async take(ownerId: string, slot: QuotaSlot, limit: number): Promise<boolean> {
    if (limit < 1) return false;
    // Of two first uploads at once, one inserts the document.
    await wasInserted(
      this.model.updateOne({ _id: ownerId }, { $setOnInsert: { slots: [] } }, { upsert: true }),
    );
    const free = { _id: ownerId, [`slots.${String(limit - 1)}`]: { $exists: false } };
    const taken = await this.model.updateOne(free, { $push: { slots: slot } });
    return taken.modifiedCount === 1;
  }

  async release(ownerId: string, videoId: string): Promise<void> {
    await this.model.updateOne({ _id: ownerId }, { $pull: { slots: { videoId } } });
  }

  /** For a deleted owner. */
  async remove(ownerId: string): Promise<void> {
    await this.model.deleteOne({ _id: ownerId });
  }
}
