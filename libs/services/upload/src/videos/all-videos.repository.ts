import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { containsText } from '@vault/store';
import type { Model, QueryFilter } from 'mongoose';
import type { AllVideosQuery } from '../domain/all-videos-query.ts';
import { processingStates, stuckSince } from '../domain/step-time.ts';
import { isAlive, isListed } from './video.repository.ts';
import type { VideoDocument } from './video.schema.ts';

/** Large fields that the staff lists do not show. */
const omitted = { description: 0, publicIds: 0 } as const;
export type ListedVideo = Omit<VideoDocument, keyof typeof omitted>;

/** Owners for each indexed query. */
const ownersPerQuery = 200;
/** For more owners than this, one scan of all videos costs less than many indexed queries. */
const scanAboveOwners = 2_000;

type Filter = QueryFilter<VideoDocument>;

/** The videos of all owners, for staff. Read only: changes go through the repository that requires the owner. */
@Injectable()
export class AllVideosRepository {
  constructor(@InjectModel('Video', 'upload') private readonly model: Model<VideoDocument>) {}

  async page(query: AllVideosQuery, now: Date): Promise<ListedVideo[]> {
    const { order, skip, limit } = query;
    const found = this.model.find(filterOf(query, now)).sort(order).skip(skip).limit(limit);
    return await found.select(omitted).lean<ListedVideo[]>();
  }

  /** All matches, on every page. */
  count(query: AllVideosQuery, now: Date): Promise<number> {
    const isWhole = query.text === undefined && query.state === undefined;
    return isWhole ? this.countListed() : this.model.countDocuments(filterOf(query, now)).exec();
  }

  async findByIds(ids: readonly string[]): Promise<ListedVideo[]> {
    return await this.model
      .find({ _id: { $in: [...ids] }, ...isAlive })
      .select(omitted)
      .lean<ListedVideo[]>();
  }

  /** @returns undefined when no video is played by this id */
  async ownerOfPlayback(playbackId: string): Promise<string | undefined> {
    const filter = { playbackId, ...isAlive };
    return (await this.model.findOne(filter).select({ ownerId: 1 }).lean())?.ownerId;
  }

  /** Videos by owner id; owners without videos are absent. */
  async countByOwner(ownerIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const ids = new Set(ownerIds);
    const counts = new Map<string, number>();
    const count = async (owners: Filter) => {
      const found = await this.model.aggregate<{ _id: string; videos: number }>([
        { $match: { ...owners, ...isAlive, ...isListed } },
        { $group: { _id: '$ownerId', videos: { $sum: 1 } } },
      ]);
      for (const { _id, videos } of found) if (ids.has(_id)) counts.set(_id, videos);
    };
    if (ownerIds.length > scanAboveOwners) await count({});
    else
      for (let from = 0; from < ownerIds.length; from += ownersPerQuery)
        await count({ ownerId: { $in: ownerIds.slice(from, from + ownersPerQuery) } });
    return counts;
  }

  /** The store's estimate of all documents, less the few that no list shows: indexes count those. */
  async countListed(): Promise<number> {
    const [all, deleted, opened] = await Promise.all([
      this.model.estimatedDocumentCount().exec(),
      this.model.countDocuments({ deletedAt: { $gt: new Date(0) } }),
      this.model.countDocuments({ assetId: '', savedAt: { $exists: false }, ...isAlive }),
    ]);
    return all - deleted - opened;
  }

  async countStates(): Promise<{ failed: number; processing: number }> {
    const isProcessing = { state: { $in: [...processingStates] } };
    const [failed, processing] = await Promise.all([
      this.model.countDocuments({ state: 'failed', ...isAlive, ...isListed }),
      this.model.countDocuments({ ...isProcessing, ...isAlive, ...isListed }),
    ]);
    return { failed, processing };
  }
}

function filterOf({ text, orOwnerIds, state }: AllVideosQuery, now: Date): Filter {
  const conditions: Filter[] = [isListed];
  if (text !== undefined) {
    const title = containsText(text);
    const of = { $in: [...orOwnerIds] };
    // Of a team, staff see who uploaded the video.
    const owned = orOwnerIds.length > 0 ? [{ ownerId: of }, { createdBy: of }] : [];
    conditions.push({ $or: [{ title }, { publicIds: text }, ...owned] });
  }
  if (state === 'stuck') conditions.push(isStuck(now));
  return { ...isAlive, ...(state && state !== 'stuck' ? { state } : {}), $and: conditions };
}

function isStuck(now: Date): Filter {
  const $lte = stuckSince(now);
  return {
    state: { $in: [...processingStates] },
    $or: processingStates.map((state) => ({ state, [`stepTimes.${state}`]: { $lte } })),
  };
}
