import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { DueRecords, OwnedCollection, type Decision, type OutboxRelay } from '@vault/store';
import { RELAY } from '@vault/base';
import { auditEntry } from '@vault/messaging';
import type { Model } from 'mongoose';
import type { ListCursor } from '../domain/list-cursor.ts';
import type { VideoDocument } from './video.schema.ts';

/** The library shows videos that have arrived or were saved, not open uploads. */
export const isListed = { $or: [{ assetId: { $gt: '' } }, { savedAt: { $exists: true } }] };
export const isAlive = { deletedAt: { $exists: false } };
/** Uploads that may still receive bytes and are not being cancelled. */
const isOpen = { state: 'uploading', assetId: '', cancelReason: { $exists: false } } as const;

export type NewVideo = Pick<
  VideoDocument,
  | '_id'
  | 'ownerId'
  | 'uploadId'
  | 'uploadUrl'
  | 'createdAt'
  | 'correlationId'
  | 'traceparent'
  | 'nextCheckAt'
  | 'openedIn'
  | 'createdBy'
>;

@Injectable()
export class VideoRepository {
  readonly dueRecords: DueRecords<VideoDocument>;
  private readonly videos: OwnedCollection<VideoDocument>;

  constructor(
    @InjectModel('Video', 'upload') model: Model<VideoDocument>,
    @Inject(RELAY) relay: OutboxRelay,
  ) {
    this.videos = new OwnedCollection(model, relay);
    this.dueRecords = new DueRecords(model);
  }

  open(video: NewVideo): Promise<VideoDocument> {
    const { _id, ownerId, uploadId, createdAt } = video;
    const doc = { ...video, publicIds: [_id, uploadId], stepTimes: { uploading: createdAt } };
    const fields = { videoId: _id };
    const entry = auditEntry({ id: _id, ownerId, action: 'upload.begin-upload', fields });
    return this.videos.insert(doc as unknown as VideoDocument, entry ? [entry] : []);
  }

  find(ownerId: string, videoId: string): Promise<VideoDocument | null> {
    return this.videos.findOne({ ownerId, _id: videoId, ...isAlive });
  }

  findByPublicId(ownerId: string, publicId: string): Promise<VideoDocument | null> {
    return this.videos.findOne({ ownerId, publicIds: publicId, ...isAlive });
  }

  /** For events of services, which may name the owner before. */
  findById(videoId: string): Promise<VideoDocument | null> {
    return this.videos.acrossOwners.findOne({ _id: videoId, ...isAlive });
  }

  /** As {@link find}, with the ids of the handled messages. */
  findWhole(ownerId: string, videoId: string): Promise<VideoDocument | null> {
    return this.videos.findWhole({ ownerId, _id: videoId, ...isAlive });
  }

  /** The ids with a record that is not deleted. */
  async existing(ownerId: string, videoIds: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.videos.find({ ownerId, _id: { $in: [...videoIds] }, ...isAlive });
    return new Set(found.map(({ _id }) => _id));
  }

  /** With the ids of the handled messages. */
  findDeleted(ownerId: string, videoId: string): Promise<VideoDocument | null> {
    return this.videos.findWhole({ ownerId, _id: videoId, deletedAt: { $exists: true } });
  }

  /** Videos and open uploads of an owner. */
  alive(ownerId: string, limit: number): Promise<VideoDocument[]> {
    return this.videos.find({ ownerId, ...isAlive }, { limit });
  }

  /** Uploads that may still receive bytes and are not being cancelled. */
  openUploads(of: { ownerId: string; createdBy?: string }, limit: number): Promise<VideoDocument[]> {
    return this.videos.find({ ...of, ...isOpen, ...isAlive }, { limit });
  }

  /** As {@link openUploads}, of a person in all teams. */
  openUploadsInTeams(createdBy: string, limit: number): Promise<VideoDocument[]> {
    return this.videos.acrossOwners.find({ createdBy, ...isOpen, ...isAlive }, { limit });
  }

  /** Newest first; at equal times, the greater id first. */
  list(
    ownerId: string,
    { after, ...page }: { limit: number; skip?: number; after?: ListCursor },
  ): Promise<VideoDocument[]> {
    const isAfterCursor = after
      ? [{ $or: [{ createdAt: { $lt: after.createdAt } }, { _id: { $lt: after.id } }] }]
      : [];
    const isUpToCursor = after ? { createdAt: { $lte: after.createdAt } } : {};
    const filter = { ownerId, ...isUpToCursor, ...isAlive, $and: [isListed, ...isAfterCursor] };
    return this.videos.find(filter, { sort: { createdAt: -1, _id: -1 }, ...page });
  }

  /** Keys of an index count the videos that have arrived; `null` is what the index has in place of a missing field. */
  async countListed(ownerId: string): Promise<number> {
    const alive = { ownerId, deletedAt: null };
    const [arrived, saved] = await Promise.all([
      this.videos.count({ ...alive, assetId: { $gt: '' } }),
      this.videos.count({ ...alive, assetId: '', savedAt: { $exists: true } }),
    ]);
    return arrived + saved;
  }

  change(
    ownerId: string,
    videoId: string,
    decide: (video: VideoDocument) => Decision<VideoDocument> | undefined,
    messageId?: string,
  ): Promise<VideoDocument | null> {
    return this.videos.change({ ownerId, _id: videoId, ...isAlive }, decide, { messageId });
  }

  /** For updates of the video host, which does not know the owners. */
  changeById(
    id: string,
    decide: (video: VideoDocument) => Decision<VideoDocument> | undefined,
    messageId?: string,
  ): Promise<VideoDocument | null> {
    return this.videos.acrossOwners.change({ _id: id }, decide, { messageId });
  }

  findByHostIds(ids: { uploadId?: string; assetId?: string }): Promise<VideoDocument | null> {
    if (ids.uploadId) return this.videos.acrossOwners.findOne({ uploadId: ids.uploadId });
    const { assetId } = ids;
    if (!assetId) return Promise.resolve(null);
    return this.videos.acrossOwners.findOne({ $or: [{ assetId }, { 'selection.assetId': assetId }] });
  }

  remove(video: Pick<VideoDocument, '_id' | 'ownerId'>): Promise<void> {
    return this.videos.remove({ _id: video._id, ownerId: video.ownerId });
  }
}
