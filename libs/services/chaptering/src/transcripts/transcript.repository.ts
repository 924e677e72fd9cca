import type { Gift } from '@vault/rpc';
import { removeSome } from '@vault/store';
import type { VideoIdentity } from '@vault/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import type { StoredCaptions } from './stored-captions.ts';
import type { TranscriptDocument, Upload } from './transcript.schema.ts';

/** Those in use, and of people who replace them at the same time. */
const maxUploads = 4;

/** Transcripts. They are large, so they are stored separately from data that changes often. */
@Injectable()
export class TranscriptRepository {
  constructor(@InjectModel('Transcript', 'chaptering') private readonly model: Model<TranscriptDocument>) {}

  /** Stores the captions of the host; those of people stay. */
  async put(transcript: Omit<TranscriptDocument, 'uploads'>): Promise<void> {
    const { _id, ownerId, ...captions } = transcript;
    await this.model.updateOne({ _id, ownerId }, { $set: captions }, { upsert: true });
  }

  /** Adds the captions of a person as the newest ones; they are used once the set names them. */
  async putUpload({ ownerId, videoId: _id }: VideoIdentity, upload: Upload): Promise<void> {
    await this.model.updateOne({ _id, ownerId }, { $pull: { uploads: { id: upload.id } } });
    const push = { $push: { uploads: { $each: [upload], $slice: -maxUploads } } };
    await this.model.updateOne({ _id, ownerId }, push, { upsert: true });
  }

  /** Removes the captions of people that were added before some, which are in use or were; newer ones may come into use. */
  async removeUploadsBefore({ ownerId, videoId: _id }: VideoIdentity, id: string): Promise<void> {
    const { uploads = [] } = (await this.model.findOne({ ownerId, _id }).lean()) ?? {};
    const old = uploads.slice(
      0,
      Math.max(
        0,
        uploads.findIndex((upload) => upload.id === id),
      ),
    );
    await this.removeUploads(
      { ownerId, videoId: _id },
      old.map((upload) => upload.id),
    );
  }

  async removeUploads({ ownerId, videoId: _id }: VideoIdentity, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.model.updateOne({ ownerId, _id }, { $pull: { uploads: { id: { $in: [...ids] } } } });
  }

  /**
   * The captions that a set uses. They are those of its video, also in the moment in which they already have its next owner.
   * @returns null when they are not stored yet
   */
  async findOf({ _id, source, uploadedCaptions }: ChapterSetDocument): Promise<StoredCaptions | null> {
    const found = await this.model.findOne({ _id }).lean();
    if (uploadedCaptions) return uploadedIn(found, uploadedCaptions.id);
    return found && found.trackId !== '' && found.trackId === source?.trackId ? found : null;
  }

  /** By video id. */
  async findMany(
    ownerId: string,
    videoIds: readonly string[],
    { withWordTimes }: { readonly withWordTimes: boolean },
  ): Promise<ReadonlyMap<string, TranscriptDocument>> {
    const some = { ownerId, _id: { $in: [...videoIds] } };
    const query = this.model.find(some);
    const found = await (withWordTimes ? query : query.select({ wordTimes: 0, confidence: 0 })).lean();
    return new Map(found.map((transcript) => [transcript._id, transcript]));
  }

  /** Removes some of an owner. @returns how many */
  removeSomeOf(ownerId: string, limit: number): Promise<number> {
    return removeSome(this.model, { ownerId }, { limit });
  }

  async give({ videoId: _id, fromOwnerId: ownerId, toOwnerId }: Gift): Promise<void> {
    await this.model.updateOne({ _id, ownerId }, { $set: { ownerId: toOwnerId } });
  }

  async remove(ownerId: string, videoId: string): Promise<void> {
    await this.model.deleteOne({ ownerId, _id: videoId });
  }
}

/** @returns null when they are not stored */
export function uploadedIn(transcript: TranscriptDocument | null, uploadId: string): StoredCaptions | null {
  return transcript?.uploads?.find(({ id }) => id === uploadId) ?? null;
}
