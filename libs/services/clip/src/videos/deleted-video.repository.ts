import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { wasInserted } from '@vault/store';
import type { Model } from 'mongoose';
import type { DeletedVideo } from './deleted-video.schema.ts';

@Injectable()
export class DeletedVideoRepository {
  constructor(@InjectModel('DeletedVideo', 'clip') private readonly model: Model<DeletedVideo>) {}

  async add(videoId: string, deletedAt: Date): Promise<void> {
    await wasInserted(this.model.create({ _id: videoId, deletedAt }));
  }

  async has(videoId: string): Promise<boolean> {
    return (await this.model.exists({ _id: videoId })) !== null;
  }
}
