import { removeSome } from '@vault/store';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { TranscriptDocument } from './transcript.schema.ts';

/** Transcripts. They are large, so they are stored separately from data that changes often. */
@Injectable()
export class TranscriptRepository {
  constructor(@InjectModel('Transcript', 'chaptering') private readonly model: Model<TranscriptDocument>) {}

  async put(transcript: TranscriptDocument): Promise<void> {
    const { _id, ownerId, trackId, vtt } = transcript;
    await this.model.updateOne({ _id, ownerId }, { $set: { trackId, vtt } }, { upsert: true });
  }

  /** The WebVTT of one track. @returns null when it is not stored yet */
  async find(ownerId: string, videoId: string, trackId: string): Promise<string | null> {
    const found = await this.model.findOne({ ownerId, _id: videoId, trackId }).lean();
    return found?.vtt ?? null;
  }

  /** By video id. */
  async findMany(
    ownerId: string,
    videoIds: readonly string[],
  ): Promise<ReadonlyMap<string, TranscriptDocument>> {
    const found = await this.model.find({ ownerId, _id: { $in: [...videoIds] } }).lean();
    return new Map(found.map((transcript) => [transcript._id, transcript]));
  }

  /** Removes some of an owner. @returns how many */
  removeSomeOf(ownerId: string, limit: number): Promise<number> {
    return removeSome(this.model, { ownerId }, { limit });
  }

  async remove(ownerId: string, videoId: string): Promise<void> {
    await this.model.deleteOne({ ownerId, _id: videoId });
  }
}
