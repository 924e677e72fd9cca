import { Inject, Injectable } from '@nestjs/common';
import {
  isDuplicateKey,
  OwnedCollection,
  RELAY,
  STORE,
  type Decision,
  type OutboxRelay,
} from '@vault/platform';
import type { Connection } from 'mongoose';
import type { Span } from '../domain/clip-identity.ts';
import type { ClipDocument } from './clip.schema.ts';

const isAlive = { deletedAt: { $exists: false } };
const isKept = { state: { $ne: 'failed' }, ...isAlive } as const;

export type NewClip = Omit<
  ClipDocument,
  'version' | 'outbox' | 'outboxSince' | 'handled' | 'nextCheckAt' | 'deletedAt'
> & { nextCheckAt: Date };

type Decide = (clip: ClipDocument) => Decision<ClipDocument> | undefined;

@Injectable()
export class ClipRepository {
  private readonly clips: OwnedCollection<ClipDocument>;

  constructor(@Inject(STORE) store: Connection, @Inject(RELAY) relay: OutboxRelay) {
    this.clips = new OwnedCollection(store.model<ClipDocument>('Clip'), relay);
  }

  /** @returns false when it is there already */
  async insert(clip: NewClip): Promise<boolean> {
    try {
      await this.clips.insert(clip);
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }

  find(ownerId: string, anyVideoId: string, { start, end }: Span): Promise<ClipDocument | null> {
    return this.clips.findOne({ ownerId, anyVideoIds: anyVideoId, start, end, ...isAlive });
  }

  change(ownerId: string, id: string, decide: Decide, messageId?: string): Promise<ClipDocument | null> {
    return this.clips.change({ ownerId, _id: id }, decide, { messageId });
  }

  countMaking(ownerId: string): Promise<number> {
    return this.clips.count({ ownerId, state: 'making', ...isAlive });
  }

  countOfVideo(ownerId: string, videoId: string): Promise<number> {
    return this.clips.count({ ownerId, anyVideoIds: videoId, ...isKept });
  }

  oldestReady(ownerId: string, videoId: string): Promise<ClipDocument[]> {
    const filter = { ownerId, anyVideoIds: videoId, ...isAlive, state: 'ready' } as const;
    return this.clips.find(filter, { sort: { createdAt: 1 }, limit: 1 });
  }

  /** Clips of a video that nobody has marked as deleted yet. */
  alive(ownerId: string, videoId: string): Promise<ClipDocument[]> {
    return this.clips.find({ ownerId, anyVideoIds: videoId, ...isAlive });
  }

  /** So many of an owner's clips that nobody has marked as deleted yet. */
  aliveOf(ownerId: string, limit: number): Promise<ClipDocument[]> {
    return this.clips.find({ ownerId, ...isAlive }, { limit });
  }

  /** Nobody sees it from then on; what the host has of it is removed. */
  async delete({ ownerId, _id }: Pick<ClipDocument, 'ownerId' | '_id'>, now: Date): Promise<void> {
    await this.change(ownerId, _id, ({ deletedAt }) =>
      deletedAt ? undefined : { set: { deletedAt: now, nextCheckAt: now } },
    );
  }

  /** Clips that should be looked at now, the longest overdue first. */
  due(now: Date, limit: number): Promise<ClipDocument[]> {
    return this.clips.acrossOwners.find({ nextCheckAt: { $lte: now } }, { sort: { nextCheckAt: 1 }, limit });
  }

  /** Takes a due clip to look at it, until then. @returns false when another process has */
  async claim({ _id, ownerId, nextCheckAt }: ClipDocument, until: Date): Promise<boolean> {
    let isMine = false;
    await this.change(ownerId, _id, (now) => {
      isMine = now.nextCheckAt?.getTime() === nextCheckAt?.getTime();
      return isMine ? { set: { nextCheckAt: until } } : undefined;
    });
    return isMine;
  }

  remove({ _id, ownerId }: Pick<ClipDocument, '_id' | 'ownerId'>): Promise<void> {
    return this.clips.remove({ _id, ownerId });
  }
}
