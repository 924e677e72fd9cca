import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isDuplicateKey } from '@vault/platform';
import type { Model } from 'mongoose';
import type { DeletedVideo } from './deleted-video.schema.ts';

@Injectable()
export class DeletedVideoRepository {
  constructor(@InjectModel('DeletedVideo', 'clip') private readonly model: Model<DeletedVideo>) {}

  async add(videoId: string, deletedAt: Date): Promise<void> {
    try {
      await this.model.updateOne({ _id: videoId }, { $setOnInsert: { deletedAt } }, { upsert: true });
    } catch (error) {
      // The same event was handled twice at once: the other insert succeeded.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  async has(videoId: string): Promise<boolean> {
    return (await this.model.exists({ _id: videoId })) !== null;
  }
}
