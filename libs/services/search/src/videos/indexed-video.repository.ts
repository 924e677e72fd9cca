import { Inject, Injectable } from '@nestjs/common';
import { OwnedCollection, RELAY, STORE, type OutboxRelay } from '@vault/platform';
import type { Connection } from 'mongoose';
import type { IndexedContent, IndexedVideoDocument } from './indexed-video.schema.ts';

export interface VideoIdentity {
  readonly videoId: string;
  readonly ownerId: string;
}

/** Where a page ends: what follows is older, or as old with a smaller id. */
export interface Place {
  readonly id: string;
  readonly createdAt: Date;
}

const hasContent = { contentTicket: { $gt: 0 } };
/** Not asked for by searches, and not small. */
const omit = ['outbox', 'handled'] as const;

@Injectable()
export class IndexedVideoRepository {
  private readonly videos: OwnedCollection<IndexedVideoDocument>;

  constructor(@Inject(STORE) store: Connection, @Inject(RELAY) relay: OutboxRelay) {
    this.videos = new OwnedCollection(store.model<IndexedVideoDocument>('IndexedVideo'), relay);
  }

  /**
   * Announces a reading of the video, before its owners are asked.
   * @returns the number of the reading; null when the message has had its effect
   */
  async takeTicket(identity: VideoIdentity, messageId: string): Promise<number | null> {
    const { videoId, ownerId } = identity;
    const filter = { ownerId, _id: videoId };
    const take = async () => {
      let isHandled = false;
      const taken = await this.videos.change(filter, ({ handled, ticket }) => {
        isHandled = handled.includes(messageId);
        return isHandled ? undefined : { set: { ticket: ticket + 1 } };
      });
      return taken && { ticket: isHandled ? null : taken.ticket };
    };
    const known = await take();
    if (known) return known.ticket;
    try {
      await this.videos.insert({ _id: videoId, ownerId, ticket: 1 } as IndexedVideoDocument);
      return 1;
    } catch (error) {
      // Another worker made it first.
      if (!isDuplicateKey(error)) throw error;
    }
    // Gone again since: the video was deleted.
    return (await take())?.ticket ?? null;
  }

  /** Keeps what a reading found, unless one that began later has been kept; a video that is gone stays so. */
  async keep(
    { videoId, ownerId }: VideoIdentity,
    content: IndexedContent,
    ticket: number,
    messageId: string,
  ): Promise<void> {
    await this.videos.change(
      { ownerId, _id: videoId },
      ({ contentTicket }) => (contentTicket > ticket ? {} : { set: { ...content, contentTicket: ticket } }),
      { messageId },
    );
  }

  remove({ ownerId, videoId }: VideoIdentity): Promise<void> {
    return this.videos.remove({ ownerId, _id: videoId });
  }

  findMany(ownerId: string, videoIds: readonly string[]): Promise<IndexedVideoDocument[]> {
    const filter = { ownerId, _id: { $in: [...videoIds] }, ...hasContent };
    return this.videos.find(filter, { limit: videoIds.length, omit });
  }

  /** Newest first. */
  page(ownerId: string, after: Place | undefined, limit: number): Promise<IndexedVideoDocument[]> {
    const follows = after && {
      createdAt: { $lte: after.createdAt },
      $or: [{ createdAt: { $lt: after.createdAt } }, { _id: { $lt: after.id } }],
    };
    return this.videos.find(
      { ownerId, ...follows, ...hasContent },
      { sort: { createdAt: -1, _id: -1 }, limit, omit },
    );
  }
}

function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 11_000;
}
