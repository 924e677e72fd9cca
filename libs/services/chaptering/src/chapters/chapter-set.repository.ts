import { Inject, Injectable } from '@nestjs/common';
import { OwnedCollection, RELAY, STORE, type Decision, type OutboxRelay } from '@vault/platform';
import type { Connection } from 'mongoose';
import { chapterSetSchema, type ChapterSetDocument } from './chapter-set.schema.ts';

export interface VideoIdentity {
  readonly videoId: string;
  readonly ownerId: string;
}

type Decide = (set: ChapterSetDocument) => Decision<ChapterSetDocument> | undefined;

@Injectable()
export class ChapterSetRepository {
  private readonly sets: OwnedCollection<ChapterSetDocument>;

  constructor(@Inject(STORE) store: Connection, @Inject(RELAY) relay: OutboxRelay) {
    this.sets = new OwnedCollection(store.model<ChapterSetDocument>('ChapterSet', chapterSetSchema), relay);
  }

  find({ ownerId, videoId }: VideoIdentity): Promise<ChapterSetDocument | null> {
    return this.sets.findOne({ ownerId, _id: videoId });
  }

  findMany(ownerId: string, videoIds: readonly string[]): Promise<ChapterSetDocument[]> {
    return this.sets.find({ ownerId, _id: { $in: [...videoIds] } }, { limit: videoIds.length });
  }

  change(
    { ownerId, videoId }: VideoIdentity,
    decide: Decide,
    messageId?: string,
  ): Promise<ChapterSetDocument | null> {
    return this.sets.change({ ownerId, _id: videoId }, decide, { messageId });
  }

  /** As {@link change}, on a set that is made first when the video has none yet. */
  async changeOrCreate(identity: VideoIdentity, decide: Decide, messageId: string): Promise<void> {
    if (await this.change(identity, decide, messageId)) return;
    const empty = {
      _id: identity.videoId,
      ownerId: identity.ownerId,
      chapters: [],
      summary: '',
      durationSeconds: 0,
    };
    try {
      await this.sets.insert({ ...empty, source: null, job: null });
    } catch (error) {
      // Another worker made it first: the change below finds it.
      if (!isDuplicateKey(error)) throw error;
    }
    await this.change(identity, decide, messageId);
  }

  due(now: Date, limit: number): Promise<ChapterSetDocument[]> {
    return this.sets.acrossOwners.find(
      { jobDueAt: { $lte: now } },
      { sort: { jobDueAt: 1 }, limit, omit: ['chapters'] },
    );
  }

  remove({ ownerId, videoId }: VideoIdentity): Promise<void> {
    return this.sets.remove({ ownerId, _id: videoId });
  }
}

function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 11_000;
}
