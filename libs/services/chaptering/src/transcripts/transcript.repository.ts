import { Inject, Injectable } from '@nestjs/common';
import { STORE } from '@vault/platform';
import { Schema, type Connection, type Model } from 'mongoose';

interface TranscriptDocument {
  /** The video's id. */
  _id: string;
  ownerId: string;
  /** The video host's track it came from. */
  trackId: string;
  /** WebVTT as the video host made it. */
  vtt: string;
}

const transcriptSchema = new Schema<TranscriptDocument>(
  {
    _id: { type: String, required: true },
    ownerId: { type: String, required: true },
    trackId: { type: String, default: '' },
    vtt: { type: String, default: '' },
  },
  { versionKey: false },
);
transcriptSchema.index({ ownerId: 1, _id: 1 });

/** The words of each video. They are large, so they are kept apart from what changes often. */
@Injectable()
export class TranscriptRepository {
  private readonly model: Model<TranscriptDocument>;

  constructor(@Inject(STORE) store: Connection) {
    this.model = store.model<TranscriptDocument>('Transcript', transcriptSchema);
  }

  async put(transcript: TranscriptDocument): Promise<void> {
    const { _id, ownerId, trackId, vtt } = transcript;
    await this.model.updateOne({ _id, ownerId }, { $set: { trackId, vtt } }, { upsert: true });
  }

  /** The WebVTT of one track. @returns null when it is not kept here yet */
  async find(ownerId: string, videoId: string, trackId: string): Promise<string | null> {
    const found = await this.model.findOne({ ownerId, _id: videoId, trackId }).lean();
    return found?.vtt ?? null;
  }

  /** WebVTT by video id. */
  async findMany(ownerId: string, videoIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await this.model.find({ ownerId, _id: { $in: [...videoIds] } }).lean();
    return new Map(found.map(({ _id, vtt }) => [_id, vtt]));
  }

  async remove(ownerId: string, videoId: string): Promise<void> {
    await this.model.deleteOne({ ownerId, _id: videoId });
  }
}
