import { EventEmitter } from 'node:events';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { operationKinds, type VideoIdentity } from '@vault/contracts';
import { OwnedCollection, type Decision, wasInserted, type OutboxRelay } from '@vault/store';
import { RELAY } from '@vault/base';
import type { QueuedJobs } from '@vault/platform';
import type { Model } from 'mongoose';
import type { Job, JobKind } from '../domain/jobs/job.ts';
import type { ChapterSetDocument } from './chapter-set.schema.ts';

const notDeleted = { deletedAt: { $exists: false } };
/** No job waits longer than this for its next check: leases and the waits between attempts are shorter. */
const maxCheckDelayMs = 60_000;
const maxCounted = 10_000;
/** Fields that workers do not need. */
const omittedForWork = ['chapters', 'summary', 'mends'] as const;
/** The oldest job is searched among this many of the longest due: they were queued first, except retries. */
const oldestSampleSize = 100;

type Decide = (set: ChapterSetDocument) => Decision<ChapterSetDocument> | undefined;

@Injectable()
export class ChapterSetRepository {
  /** Tells when the work of a changed set is due, so that a worker of this process need not wait for its next poll. */
  readonly work = new EventEmitter<{ due: [Date] }>();
  private readonly sets: OwnedCollection<ChapterSetDocument>;

  constructor(
    @InjectModel('ChapterSet', 'chaptering') model: Model<ChapterSetDocument>,
    @Inject(RELAY) relay: OutboxRelay,
  ) {
    this.sets = new OwnedCollection(model, relay);
  }

  findMany(
    ownerId: string,
    videoIds: readonly string[],
    { withMends }: { readonly withMends: boolean },
  ): Promise<ChapterSetDocument[]> {
    return this.sets.find(
      { ownerId, _id: { $in: [...videoIds] }, ...notDeleted },
      { limit: videoIds.length, ...(withMends ? {} : { omit: ['mends'] as const }) },
    );
  }

  /** Without what workers do not need: texts of chapters and transcript. */
  async findForWork({ ownerId, videoId }: VideoIdentity): Promise<ChapterSetDocument | undefined> {
    const filter = { ownerId, _id: videoId, ...notDeleted };
    return (await this.sets.find(filter, { limit: 1, omit: omittedForWork }))[0];
  }

  /** With the ids of the handled messages. */
  find({ ownerId, videoId }: VideoIdentity): Promise<ChapterSetDocument | null> {
    return this.sets.findWhole({ ownerId, _id: videoId, ...notDeleted });
  }

  async change(
    { ownerId, videoId }: VideoIdentity,
    decide: Decide,
    messageId?: string,
  ): Promise<ChapterSetDocument | null> {
    const filter = { ownerId, _id: videoId, ...notDeleted };
    return this.announce(await this.sets.change(filter, decide, { messageId }));
  }

  /** As {@link change}, also on a set that was deleted. */
  async changeAny({ ownerId, videoId }: VideoIdentity, decide: Decide): Promise<ChapterSetDocument | null> {
    return this.announce(await this.sets.change({ ownerId, _id: videoId }, decide));
  }

  /** As {@link change}, also on a deleted set; inserts the set when the video has none yet. */
  async changeOrCreate(identity: VideoIdentity, decide: Decide, messageId: string): Promise<void> {
    const filter = { ownerId: identity.ownerId, _id: identity.videoId };
    if (this.announce(await this.sets.change(filter, decide, { messageId }))) return;
    const empty = {
      _id: identity.videoId,
      ownerId: identity.ownerId,
      chapters: [],
      summary: '',
      contentVersion: 0,
      durationSeconds: 0,
      source: null,
      chapterSource: null,
      areOfFile: false,
      jobs: {},
      settlements: [],
    };
    // The first change is inserted with the set, so that nobody reads an empty set without a job.
    const { set, events } = decide({ ...empty, version: 0, outbox: [], handled: [] }) ?? {};
    const inserting = this.sets.insert({ ...empty, ...set }, events, { messageId });
    // Another worker may have inserted it first.
    if (await wasInserted(inserting)) this.announce(await inserting);
    else this.announce(await this.sets.change(filter, decide, { messageId }));
  }

  /** Sets whose work is due, the longest due first. */
  due(now: Date, limit: number): Promise<ChapterSetDocument[]> {
    return this.sets.acrossOwners.find(
      { jobDueAt: { $lte: now } },
      { sort: { jobDueAt: 1 }, limit, omit: omittedForWork },
    );
  }

  /** Sets of an owner that are not deleted, in the order of their ids. */
  listNotDeleted(ownerId: string, limit: number): Promise<ChapterSetDocument[]> {
    return this.sets.find({ ownerId, ...notDeleted }, { sort: { _id: 1 }, limit, omit: omittedForWork });
  }

  /** Sets of an owner with queued or running jobs, in the order of their ids. */
  withWork(ownerId: string, after: string, limit: number): Promise<ChapterSetDocument[]> {
    const filter = { ownerId, _id: { $gt: after }, jobDueAt: { $exists: true }, ...notDeleted };
    return this.sets.find(filter, { sort: { _id: 1 }, limit, omit: omittedForWork });
  }

  /** Jobs by kind, found by their due time: no queued or running job is due later than `maxCheckDelayMs` from now. */
  async queue(now: Date): Promise<QueuedJobs[]> {
    const jobDueAt = { $lte: new Date(now.getTime() + maxCheckDelayMs) };
    const due = { jobDueAt, ...notDeleted };
    const oldest = await this.sets.acrossOwners.find(due, {
      sort: { jobDueAt: 1 },
      limit: oldestSampleSize,
      omit: omittedForWork,
    });
    const count = (kind: JobKind, state: Job['state']) =>
      this.sets.acrossOwners.count({ ...due, [`jobs.${kind}.state`]: state }, { limit: maxCounted });
    return Promise.all(
      operationKinds.map(async (kind) => {
        const [waiting, running] = await Promise.all([count(kind, 'queued'), count(kind, 'running')]);
        const jobs = oldest.flatMap((set) => set.jobs[kind] ?? []);
        return { kind, waiting, running, oldestAgeSeconds: ageOfOldest(jobs, now) };
      }),
    );
  }

  /** Sets when a deleted set is checked next. */
  async postpone({ ownerId, videoId }: VideoIdentity, jobDueAt: Date): Promise<void> {
    await this.sets.change({ ownerId, _id: videoId }, () => ({ set: { jobDueAt } }));
  }

  remove({ ownerId, videoId }: VideoIdentity): Promise<void> {
    return this.sets.remove({ ownerId, _id: videoId });
  }

  private announce(set: ChapterSetDocument | null): ChapterSetDocument | null {
    if (set?.jobDueAt) this.work.emit('due', set.jobDueAt);
    return set;
  }
}

function ageOfOldest(jobs: readonly Job[], now: Date): number {
  const ages = jobs.map(({ queuedAt }) => (now.getTime() - queuedAt.getTime()) / 1_000);
  return Math.max(0, ...ages);
}
