import { Inject, Injectable } from '@nestjs/common';
import { operationKinds } from '@vault/contracts';
import {
  isDuplicateKey,
  OwnedCollection,
  RELAY,
  STORE,
  type Decision,
  type OutboxRelay,
  type QueuedJobs,
} from '@vault/platform';
import type { Connection } from 'mongoose';
import type { Job, JobKind } from '../domain/job.ts';
import { workOf } from '../domain/work.ts';
import type { ChapterSetDocument } from './chapter-set.schema.ts';
import { toWorkChange } from './work-change.ts';

export interface VideoIdentity {
  readonly videoId: string;
  readonly ownerId: string;
}

const isAlive = { deletedAt: { $exists: false } };
/** Longer than a lease and than the wait between two tries. */
const latestLookMs = 60_000;
const mostCounted = 10_000;
/** What nobody needs who looks for work. */
const unread = ['chapters', 'summary', 'outbox', 'handled'] as const;
/** What has been due longest was queued first, but for tries that failed. */
const oldestAmong = 100;

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

  find({ ownerId, videoId }: VideoIdentity): Promise<ChapterSetDocument | null> {
    return this.sets.findOne({ ownerId, _id: videoId, ...isAlive });
  }

  change(
    { ownerId, videoId }: VideoIdentity,
    decide: Decide,
    messageId?: string,
  ): Promise<ChapterSetDocument | null> {
    return this.sets.change({ ownerId, _id: videoId, ...isAlive }, decide, { messageId });
  }

  /** As {@link change}, also on a set that was deleted. */
  changeAny({ ownerId, videoId }: VideoIdentity, decide: Decide): Promise<ChapterSetDocument | null> {
    return this.sets.change({ ownerId, _id: videoId }, decide);
  }

  /** As {@link change}, on a set that is made first when the video has none yet, and also on one that was deleted. */
  async changeOrCreate(identity: VideoIdentity, decide: Decide, messageId: string): Promise<void> {
    const filter = { ownerId: identity.ownerId, _id: identity.videoId };
    if (await this.sets.change(filter, decide, { messageId })) return;
    const empty = {
      _id: identity.videoId,
      ownerId: identity.ownerId,
      ...{ chapters: [], summary: '', durationSeconds: 0, source: null, jobs: {}, job: null, endings: [] },
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
      { sort: { jobDueAt: 1 }, limit, omit: unread },
    );
  }

  /** Sets of an owner that are not deleted, in the order of their ids. */
  alive(ownerId: string, limit: number): Promise<ChapterSetDocument[]> {
    return this.sets.find({ ownerId, ...isAlive }, { sort: { _id: 1 }, limit, omit: unread });
  }

  /** Those of an owner for which something waits or runs, in the order of their ids. */
  withWork(ownerId: string, after: string, limit: number): Promise<ChapterSetDocument[]> {
    const filter = { ownerId, _id: { $gt: after }, jobDueAt: { $exists: true }, ...isAlive };
    return this.sets.find(filter, { sort: { _id: 1 }, limit, omit: unread });
  }

  /** Jobs by kind, found by when they are looked at next: no waiting or running job is looked at later than that. */
  async queue(now: Date): Promise<QueuedJobs[]> {
    const jobDueAt = { $lte: new Date(now.getTime() + latestLookMs) };
    const due = { jobDueAt, ...isAlive };
    const oldest = await this.sets.acrossOwners.find(due, {
      sort: { jobDueAt: 1 },
      limit: oldestAmong,
      omit: unread,
    });
    const count = (kind: JobKind, state: Job['state']) =>
      this.sets.acrossOwners.count({ ...due, [`jobs.${kind}.state`]: state }, { limit: mostCounted });
    return Promise.all(
      operationKinds.map(async (kind) => {
        const [waiting, running] = await Promise.all([count(kind, 'queued'), count(kind, 'running')]);
        const jobs = oldest.flatMap((set) => workOf(set).jobs[kind] ?? []);
        return { kind, waiting, running, oldestAgeSeconds: ageOfOldest(jobs, now) };
      }),
    );
  }

  /** There is nothing to do for a set that says so: it is not looked at again. */
  async rest({ _id: videoId, ownerId }: ChapterSetDocument): Promise<void> {
    await this.change({ ownerId, videoId }, (set) => toWorkChange(workOf(set), new Date()));
  }

  /** When a deleted set is looked at next. */
  async postpone({ ownerId, videoId }: VideoIdentity, jobDueAt: Date): Promise<void> {
    await this.sets.change({ ownerId, _id: videoId }, () => ({ set: { jobDueAt } }));
  }

  remove({ ownerId, videoId }: VideoIdentity): Promise<void> {
    return this.sets.remove({ ownerId, _id: videoId });
  }
}

function ageOfOldest(jobs: readonly Job[], now: Date): number {
  const ages = jobs.map(({ queuedAt = now }) => (now.getTime() - queuedAt.getTime()) / 1_000);
  return Math.max(0, ...ages);
}
