import { Inject, Injectable } from '@nestjs/common';
import { OwnedCollection, RELAY, STORE, type Decision, type OutboxRelay } from '@vault/platform';
import type { Connection } from 'mongoose';
import type { ChapterSetDocument } from './chapter-set.schema.ts';

export interface VideoIdentity {
  readonly videoId: string;
  readonly ownerId: string;
}

const isAlive = { deletedAt: { $exists: false } };

type Decide = (set: ChapterSetDocument) => Decision<ChapterSetDocument> | undefined;

@Injectable()
export class ChapterSetRepository {
  private readonly sets: OwnedCollection<ChapterSetDocument>;

  constructor(@Inject(STORE) store: Connection, @Inject(RELAY) relay: OutboxRelay) {
    this.sets = new OwnedCollection(store.model<ChapterSetDocument>('ChapterSet'), relay);
  }

  findMany(ownerId: string, videoIds: readonly string[]): Promise<ChapterSetDocument[]> {
    return this.sets.find({ ownerId, _id: { $in: [...videoIds] }, ...isAlive }, { limit: videoIds.length });
  }

  change(
    { ownerId, videoId }: VideoIdentity,
    decide: Decide,
    messageId?: string,
  ): Promise<ChapterSetDocument | null> {
    return this.sets.change({ ownerId, _id: videoId, ...isAlive }, decide, { messageId });
  }

  /** As {@link change}, on a set that is made first when the video has none yet, and also on one that was deleted. */
  async changeOrCreate(identity: VideoIdentity, decide: Decide, messageId: string): Promise<void> {
    const filter = { ownerId: identity.ownerId, _id: identity.videoId };
    if (await this.sets.change(filter, decide, { messageId })) return;
    const empty = {
      _id: identity.videoId,
      ownerId: identity.ownerId,
      ...{ chapters: [], summary: '', durationSeconds: 0, source: null, job: null },
    };
    // Made together with its first change: nobody sees a set that waits for nothing and has nothing.
    const { set, events } = decide({ ...empty, version: 0, outbox: [], handled: [] }) ?? {};
    try {
      await this.sets.insert({ ...empty, ...set }, events, { messageId });
      return;
    } catch (error) {
      // Another worker made it first: the change below finds it.
      if (!isDuplicateKey(error)) throw error;
    }
    await this.sets.change(filter, decide, { messageId });
  }

  due(now: Date, limit: number): Promise<ChapterSetDocument[]> {
    return this.sets.acrossOwners.find(
      { jobDueAt: { $lte: now } },
      { sort: { jobDueAt: 1 }, limit, omit: ['chapters'] },
    );
  }

  /** When a deleted set is looked at next. */
  async postpone({ ownerId, videoId }: VideoIdentity, jobDueAt: Date): Promise<void> {
    await this.sets.change({ ownerId, _id: videoId }, () => ({ set: { jobDueAt } }));
  }

  remove({ ownerId, videoId }: VideoIdentity): Promise<void> {
    return this.sets.remove({ ownerId, _id: videoId });
  }
}

function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 11_000;
}
