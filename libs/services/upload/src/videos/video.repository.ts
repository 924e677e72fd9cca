import { Inject, Injectable } from '@nestjs/common';
import { OwnedCollection, RELAY, STORE, type Decision, type OutboxRelay } from '@vault/platform';
import type { Connection } from 'mongoose';
import type { ListPlace } from '../domain/list-place.ts';
import type { VideoDocument } from './video.schema.ts';

/** The library shows what has arrived or was saved; an opened upload alone is no video yet. */
export const isListed = { $or: [{ assetId: { $gt: '' } }, { savedAt: { $exists: true } }] };
export const isAlive = { deletedAt: { $exists: false } };

export type NewVideo = Pick<
  VideoDocument,
  '_id' | 'ownerId' | 'uploadId' | 'createdAt' | 'correlationId' | 'nextCheckAt' | 'openedIn'
>;

/** In which session of their owner uploads were opened: in this one, or in any but this one. */
type OpenedIn = string | { readonly $ne: string };

@Injectable()
export class VideoRepository {
  private readonly videos: OwnedCollection<VideoDocument>;

  constructor(@Inject(STORE) store: Connection, @Inject(RELAY) relay: OutboxRelay) {
    this.videos = new OwnedCollection(store.model<VideoDocument>('Video'), relay);
  }

  open(video: NewVideo): Promise<VideoDocument> {
    const { _id, uploadId, createdAt } = video;
    const doc = { ...video, anyIds: [_id, uploadId], stepTimes: { uploading: createdAt } };
    return this.videos.insert(doc as unknown as VideoDocument);
  }

  /** Finds by any of the three ids, for the owner only. */
  find(ownerId: string, anyId: string): Promise<VideoDocument | null> {
    return this.videos.findOne({ ownerId, anyIds: anyId, ...isAlive });
  }

  /** Which of these video ids have a living record. */
  async existing(ownerId: string, videoIds: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.videos.find({ ownerId, _id: { $in: [...videoIds] }, ...isAlive });
    return new Set(found.map(({ _id }) => _id));
  }

  findDeleted(ownerId: string, anyId: string): Promise<VideoDocument | null> {
    return this.videos.findOne({ ownerId, anyIds: anyId, deletedAt: { $exists: true } });
  }

  /** Videos and open uploads of an owner. */
  alive(ownerId: string, limit: number): Promise<VideoDocument[]> {
    return this.videos.find({ ownerId, ...isAlive }, { limit });
  }

  /** Uploads that may still receive bytes, and that nobody ends yet; all, or those of some sessions. */
  openUploads(ownerId: string, limit: number, openedIn?: OpenedIn): Promise<VideoDocument[]> {
    const isAsked = openedIn === undefined ? {} : { openedIn };
    const isOpen = { state: 'uploading', assetId: '', cancelReason: { $exists: false }, ...isAsked } as const;
    return this.videos.find({ ownerId, ...isOpen, ...isAlive }, { limit });
  }

  /** Newest first; of two of the same moment, the one with the greater id. */
  list(
    ownerId: string,
    { after, ...page }: { limit: number; skip?: number; after?: ListPlace },
  ): Promise<VideoDocument[]> {
    const isLater = after
      ? [{ $or: [{ createdAt: { $lt: after.createdAt } }, { _id: { $lt: after.id } }] }]
      : [];
    const isInReach = after ? { createdAt: { $lte: after.createdAt } } : {};
    const filter = { ownerId, ...isInReach, ...isAlive, $and: [isListed, ...isLater] };
    return this.videos.find(filter, { sort: { createdAt: -1, _id: -1 }, ...page });
  }

  countListed(ownerId: string): Promise<number> {
    return this.videos.count({ ownerId, ...isAlive, ...isListed });
  }

  change(
    ownerId: string,
    anyId: string,
    decide: (video: VideoDocument) => Decision<VideoDocument> | undefined,
    messageId?: string,
  ): Promise<VideoDocument | null> {
    return this.videos.change({ ownerId, anyIds: anyId, ...isAlive }, decide, { messageId });
  }

  /** For news of the video host, which knows no owners. */
  changeById(
    id: string,
    decide: (video: VideoDocument) => Decision<VideoDocument> | undefined,
    messageId?: string,
  ): Promise<VideoDocument | null> {
    return this.videos.acrossOwners.change({ _id: id }, decide, { messageId });
  }

  findByHostIds(ids: { uploadId?: string; assetId?: string }): Promise<VideoDocument | null> {
    if (ids.uploadId) return this.videos.acrossOwners.findOne({ uploadId: ids.uploadId });
    return ids.assetId ? this.videos.acrossOwners.findOne({ assetId: ids.assetId }) : Promise.resolve(null);
  }

  /** Videos about which the host should be asked now, the longest overdue first. */
  due(now: Date, limit: number): Promise<VideoDocument[]> {
    return this.videos.acrossOwners.find({ nextCheckAt: { $lte: now } }, { sort: { nextCheckAt: 1 }, limit });
  }

  /** Takes a due video to look at it, until then. @returns false when another process has */
  async claim({ _id, nextCheckAt }: VideoDocument, until: Date): Promise<boolean> {
    let isMine = false;
    await this.changeById(_id, (now) => {
      isMine = now.nextCheckAt?.getTime() === nextCheckAt?.getTime();
      return isMine ? { set: { nextCheckAt: until } } : undefined;
    });
    return isMine;
  }

  remove(video: Pick<VideoDocument, '_id' | 'ownerId'>): Promise<void> {
    return this.videos.remove({ _id: video._id, ownerId: video.ownerId });
  }
}
