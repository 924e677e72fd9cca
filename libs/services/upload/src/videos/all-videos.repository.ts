import { Inject, Injectable } from '@nestjs/common';
import { containsText, STORE } from '@vault/platform';
import type { Connection, Model, QueryFilter } from 'mongoose';
import type { AllVideosQuery } from '../domain/all-videos-query.ts';
import { stuckSince, workedOn } from '../domain/step-time.ts';
import { isAlive, isListed } from './video.repository.ts';
import type { VideoDocument } from './video.schema.ts';

/** Large, and of no use in a list of everybody's videos. */
const omitted = { description: 0, anyIds: 0, outbox: 0, handled: 0 } as const;
export type ListedVideo = Omit<VideoDocument, keyof typeof omitted>;

/** So many owners are looked up by an index at once, on any store. */
const ownersAtOnce = 200;
/** Past so many, one look at all videos is less work than many at those of some owners. */
const scannedFrom = 2_000;

type Filter = QueryFilter<VideoDocument>;

/** Everybody's videos, for staff. Read only: what changes a video knows its owner. */
@Injectable()
export class AllVideosRepository {
  private readonly model: Model<VideoDocument>;

  constructor(@Inject(STORE) store: Connection) {
    this.model = store.model<VideoDocument>('Video');
  }

  async page(query: AllVideosQuery, now: Date): Promise<ListedVideo[]> {
    const { order, skip, limit } = query;
    const found = this.model.find(filterOf(query, now)).sort(order).skip(skip).limit(limit);
    return await found.select(omitted).lean<ListedVideo[]>();
  }

  /** All that match, whatever the page. */
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

  /** Videos by owner; owners without any are not there. */
  async countByOwner(ownerIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const wanted = new Set(ownerIds);
    const counts = new Map<string, number>();
    const count = async (owners: Filter) => {
      const found = await this.model.aggregate<{ _id: string; videos: number }>([
        { $match: { ...owners, ...isAlive, ...isListed } },
        { $group: { _id: '$ownerId', videos: { $sum: 1 } } },
      ]);
      for (const { _id, videos } of found) if (wanted.has(_id)) counts.set(_id, videos);
    };
    if (ownerIds.length > scannedFrom) await count({});
    else
      for (let from = 0; from < ownerIds.length; from += ownersAtOnce)
        await count({ ownerId: { $in: ownerIds.slice(from, from + ownersAtOnce) } });
    return counts;
  }

  /** All, which the store knows, but the few that no list shows: those are found by an index. */
  async countListed(): Promise<number> {
    const [all, deleted, opened] = await Promise.all([
      this.model.estimatedDocumentCount().exec(),
      this.model.countDocuments({ deletedAt: { $gt: new Date(0) } }),
      this.model.countDocuments({ assetId: '', savedAt: { $exists: false }, ...isAlive }),
    ]);
    return all - deleted - opened;
  }

  async countStates(now: Date): Promise<{ failed: number; stuck: number; processing: number }> {
    const isWorkedOn = { state: { $in: [...workedOn] } };
    const [failed, stuck, processing] = await Promise.all([
      this.model.countDocuments({ state: 'failed', ...isAlive, ...isListed }),
      this.model.countDocuments({ ...isAlive, $and: [isListed, isStuck(now)] }),
      this.model.countDocuments({ ...isWorkedOn, ...isAlive, ...isListed }),
    ]);
    return { failed, stuck, processing };
  }

  /** Titles that an older version kept without what they are sorted by. */
  async titlesWithoutKey(limit: number): Promise<Pick<VideoDocument, '_id' | 'title'>[]> {
    const found = this.model.find({ titleKey: { $exists: false } }).select({ title: 1 });
    return await found.limit(limit).lean<Pick<VideoDocument, '_id' | 'title'>[]>();
  }

  /** Unless the title has changed meanwhile: then its key is there. */
  async addTitleKey({ _id, title }: Pick<VideoDocument, '_id' | 'title'>, titleKey: string): Promise<void> {
    await this.model.updateOne({ _id, title, titleKey: { $exists: false } }, { $set: { titleKey } });
  }
}

function filterOf({ text, orOwnerIds, state }: AllVideosQuery, now: Date): Filter {
  const conditions: Filter[] = [isListed];
  if (text !== undefined) {
    const title = containsText(text);
    const owned = orOwnerIds.length > 0 ? [{ ownerId: { $in: [...orOwnerIds] } }] : [];
    conditions.push({ $or: [{ title }, { anyIds: text }, ...owned] });
  }
  if (state === 'stuck') conditions.push(isStuck(now));
  return { ...isAlive, ...(state && state !== 'stuck' ? { state } : {}), $and: conditions };
}

function isStuck(now: Date): Filter {
  const $lte = stuckSince(now);
  return {
    state: { $in: [...workedOn] },
    $or: workedOn.map((state) => ({ state, [`stepTimes.${state}`]: { $lte } })),
  };
}
