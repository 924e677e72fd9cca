import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { VideoIdentity } from '@vault/contracts';
import { OwnedCollection, wasInserted, type OutboxRelay } from '@vault/store';
import { RELAY } from '@vault/base';
import type { Model } from 'mongoose';
import type { IndexedContent, IndexedVideoDocument } from './indexed-video.schema.ts';

/** The last video of a page; the next ones are older, or equally old with a smaller id. */
export interface PageCursor {
  readonly id: string;
  readonly createdAt: Date;
}

/** What a change of a stored video depends on. */
export type StoredState = Pick<IndexedVideoDocument, '_id' | 'ownerId' | 'version' | 'handled'>;

/** Large fields that searches do not need. */
const omit = ['outbox', 'handled'] as const;
/** Fields that may have megabytes. */
const texts = ['transcript', 'lineStarts', 'lineSpeakers', 'chapters'] as const;
const batchSize = 100;

@Injectable()
export class IndexedVideoRepository {
  private readonly videos: OwnedCollection<IndexedVideoDocument>;

  constructor(
    @InjectModel('IndexedVideo', 'search') model: Model<IndexedVideoDocument>,
    @Inject(RELAY) relay: OutboxRelay,
  ) {
    this.videos = new OwnedCollection(model, relay);
  }

  /** What is stored of a video, whoever it belonged to, without its texts, which may have megabytes. */
  async findState(videoId: string): Promise<StoredState | undefined> {
    const [found] = await this.videos.acrossOwners.find({ _id: videoId }, { limit: 1, omit: texts });
    return found;
  }

  /** @returns false when it exists already */
  insert({ videoId, ownerId }: VideoIdentity, content: IndexedContent, messageId: string): Promise<boolean> {
    return wasInserted(this.videos.insert({ _id: videoId, ownerId, ...content }, [], { messageId }));
  }

  /** @param ownerId the present owner @returns false when it was changed or removed meanwhile */
  async replace(
    before: StoredState,
    content: Partial<IndexedContent>,
    { ownerId, messageId }: { readonly ownerId: string; readonly messageId: string },
  ): Promise<boolean> {
    const decision = { set: content, ownerId };
    return (await this.videos.changeSince(before, decision, { messageId, omit: texts })) !== null;
  }

  remove({ ownerId, videoId }: VideoIdentity): Promise<void> {
    return this.videos.remove({ ownerId, _id: videoId });
  }

  /** Removes one batch of an owner. @returns whether there may be more */
  async removeSomeOf(ownerId: string): Promise<boolean> {
    const found = await this.videos.find({ ownerId }, { limit: batchSize, omit: [...omit, ...texts] });
    await Promise.all(found.map(({ _id }) => this.videos.remove({ ownerId, _id })));
    return found.length === batchSize;
  }

  findMany(ownerId: string, videoIds: readonly string[]): Promise<IndexedVideoDocument[]> {
    return this.videos.find({ ownerId, _id: { $in: [...videoIds] } }, { limit: videoIds.length, omit });
  }

  /** Videos whose lines name speakers, newest first and without texts. */
  findWithSpeakers(ownerId: string, limit: number): Promise<IndexedVideoDocument[]> {
    const sort = { createdAt: -1, _id: -1 } as const;
    return this.videos.find({ ownerId, speakers: { $ne: [] } }, { sort, limit, omit: [...omit, ...texts] });
  }

  /** Newest first. */
  page(ownerId: string, after: PageCursor | undefined, limit: number): Promise<IndexedVideoDocument[]> {
    const follows = after && {
      createdAt: { $lte: after.createdAt },
      $or: [{ createdAt: { $lt: after.createdAt } }, { _id: { $lt: after.id } }],
    };
    return this.videos.find({ ownerId, ...follows }, { sort: { createdAt: -1, _id: -1 }, limit, omit });
  }
}
