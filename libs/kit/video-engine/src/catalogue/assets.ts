import type { Connection } from 'mongoose';

import type { JobStatistics } from '../options.ts';
import { Documents } from './documents.ts';
import type { Turns } from './job-queue.ts';
import { countJobs, leaseJob, laneLevels, orderOf, placesOf, planTurns } from './job-queue.ts';
import type { AssetRecord, JobLane, JobRecord } from './records.ts';
import { jobLanes } from './records.ts';

/** A job that the caller may work on. */
export interface LeasedJob extends JobRecord {
  assetId: string;
  /** The trace id in the log lines of its work. */
  trace: string | undefined;
}

const orderPath = (lane: JobLane): string => `keys.places.${lane}.order`;
/** Of the newest assets of an owner the queue reads the turns; older ones have earlier turns. */
const maxOwnRead = 50;
const maxRunningRead = 1000;
/** Reads of all documents of a kind end here. */
const maxRead = 1_000_000;

/** The documents of assets, with the queue of their jobs. */
export class Assets extends Documents<AssetRecord> {
  constructor(connection: Connection) {
    super(connection, {
      name: 'assets',
      indexes: [
        [{ seq: 1 }, true],
        [{ playbackId: 1 }, true],
        [{ uploadId: 1 }],
        [{ owner: 1, seq: -1 }],
        [{ 'source.assetId': 1 }],
        [{ deletedAt: 1 }],
        [{ 'keys.queuedAt': 1 }],
        [{ 'keys.isWorking': 1 }],
        ...jobLanes.map((lane) => [{ [orderPath(lane)]: 1 }] as [Record<string, 1>]),
      ],
      keysOf: ({ jobs }) => ({
        places: placesOf(jobs),
        queuedAt: jobs.length === 0 ? undefined : Math.min(...jobs.map(({ addedAt }) => addedAt)),
        isWorking: jobs.some(({ lease }) => lease !== undefined) ? true : undefined,
      }),
    });
  }

  override async byId(id: string): Promise<AssetRecord | undefined> {
    return await this.existing({ _id: id });
  }

  async byPlaybackId(playbackId: string): Promise<AssetRecord | undefined> {
    return await this.existing({ playbackId });
  }

  /** Returns a page, newest first, of assets older than `before` (a seq). */
  async page(page: {
    before?: number | undefined;
    uploadId?: string | undefined;
    offset: number;
    limit: number;
  }): Promise<AssetRecord[]> {
    const { before = Number.MAX_SAFE_INTEGER, uploadId, offset, limit } = page;
    const ofUpload = uploadId === undefined ? {} : { uploadId };
    const filter = { seq: { $lt: before }, deletedAt: { $exists: false }, ...ofUpload };
    return await this.find(filter, { sort: { seq: -1 }, skip: offset, limit });
  }

  async ids(): Promise<Set<string>> {
    return new Set((await this.identities()).map(({ id }) => id));
  }

  /** Every asset that is not deleted, with the fields by which clients know it. */
  async identities(): Promise<Pick<AssetRecord, 'id' | 'status' | 'uploadId' | 'passthrough'>[]> {
    const select = ['status', 'uploadId', 'passthrough'];
    return await this.find({ deletedAt: { $exists: false } }, { limit: maxRead, select });
  }

  /** Deleted assets whose documents are not removed yet. @param before when they were deleted, in epoch milliseconds */
  async deleted(before: number): Promise<Pick<AssetRecord, 'id' | 'events'>[]> {
    return await this.find({ deletedAt: { $lt: before } }, { limit: maxRead, select: ['events'] });
  }

  /** Whether an asset with other tracks of this one's file is being made. */
  async isSelecting(id: string): Promise<boolean> {
    const filter = { 'source.assetId': id, 'source.kind': 'tracks', status: 'preparing' };
    return (await this.existing(filter)) !== undefined;
  }

  /** How many assets have jobs. */
  async countQueued(): Promise<number> {
    return await this.model.countDocuments({ 'keys.queuedAt': { $gt: 0 } });
  }

  async jobStatistics(now: number): Promise<JobStatistics[]> {
    const queued = await this.find({ 'keys.queuedAt': { $gt: 0 } }, { limit: maxRead, select: ['jobs'] });
    const jobs = queued.flatMap((asset) => asset.jobs);
    return countJobs(jobs, now);
  }

  /** Reads what decides the next turn of an owner. */
  async turnsOf(owner: string): Promise<Turns> {
    const own = await this.find({ owner }, { sort: { seq: -1 }, limit: maxOwnRead });
    const firstWaiting: JobRecord[] = [];
    for (const { lane, priority } of laneLevels) {
      const path = orderPath(lane);
      const filter = { [path]: { $gte: `${priority}:`, $lt: `${priority}:~` } };
      const [first] = await this.find(filter, { sort: { [path]: 1 }, limit: 1 });
      if (first !== undefined) firstWaiting.push(...first.jobs.filter((job) => job.lane === lane));
    }
    const running = (await this.working()).flatMap(({ jobs }) =>
      jobs.filter(({ lease }) => lease !== undefined),
    );
    return planTurns({ own: own.flatMap(({ jobs }) => jobs), running, firstWaiting });
  }

  /** Counts the other assets whose jobs run or come before the waiting job of a subject in its lane; 0 when none waits. */
  async countAhead({ id, jobs }: AssetRecord, subjectId: string): Promise<number> {
    const own = jobs.find((job) => job.subjectId === subjectId && ['ingest', 'captions'].includes(job.kind));
    if (own === undefined || own.lease !== undefined) return 0;
    const { lane } = own;
    const order = orderOf(own);
    const earlier = await this.model.countDocuments({ [orderPath(lane)]: { $lt: order }, _id: { $ne: id } });
    const running = (await this.working()).filter(
      (other) =>
        other.id !== id &&
        other.jobs.some((job) => job.lane === lane && job.lease !== undefined) &&
        (placesOf(other.jobs)[lane]?.order ?? order) >= order,
    );
    return earlier + running.length;
  }

  /** Leases the next due job of a lane. */
  async claim(lane: JobLane, now: number): Promise<LeasedJob | undefined> {
    const path = orderPath(lane);
    for (;;) {
      const filter = { [path]: { $gt: '' }, [`keys.places.${lane}.dueAt`]: { $lte: now } };
      const [next] = await this.find(filter, { sort: { [path]: 1 }, limit: 1 });
      if (next === undefined) return undefined;
      let job: JobRecord | undefined;
      const asset = await this.change(next.id, (draft) => {
        job = leaseJob(draft, lane, now);
        return job !== undefined;
      });
      // Otherwise another engine was faster, or the asset was deleted.
      if (asset !== undefined && job !== undefined) return { ...job, assetId: asset.id, trace: asset.trace };
    }
  }

  /** When the next waiting job becomes due, in epoch milliseconds; undefined when no job waits for its time. */
  async nextDueAt(now: number): Promise<number | undefined> {
    const times: number[] = [];
    for (const lane of jobLanes) {
      const path = `keys.places.${lane}.dueAt`;
      const [next] = await this.find(
        { [orderPath(lane)]: { $gt: '' }, [path]: { $gt: now } },
        { sort: { [path]: 1 }, limit: 1 },
      );
      const due = next && placesOf(next.jobs)[lane]?.dueAt;
      if (due !== undefined) times.push(due);
    }
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Ends the lease of a job, which becomes due again at `dueAt`; does nothing when the lease has ended. */
  async release(
    { assetId, ...job }: LeasedJob,
    { dueAt, attempts }: { dueAt: number; attempts: number },
  ): Promise<void> {
    await this.change(assetId, (asset) => {
      const stored = asset.jobs.find(
        ({ kind, subjectId }) => kind === job.kind && subjectId === job.subjectId,
      );
      if (stored?.lease !== job.lease || stored === undefined) return false;
      delete stored.lease;
      Object.assign(stored, { dueAt, attempts });
    });
  }

  /** Ends all leases and back-offs. Their holder has ended, because only one engine at a time uses the catalogue. */
  async releaseAll(): Promise<void> {
    const queued = await this.find({ 'keys.queuedAt': { $gt: 0 } }, { limit: maxRead, select: ['_id'] });
    for (const { id } of queued) {
      await this.change(id, (asset) => {
        if (asset.jobs.every(({ lease, dueAt }) => lease === undefined && dueAt === 0)) return false;
        for (const job of asset.jobs) {
          delete job.lease;
          job.dueAt = 0;
        }
      });
    }
  }

  protected override exists({ deletedAt }: AssetRecord): boolean {
    return deletedAt === undefined;
  }

  /** Assets with a running job. */
  private async working(): Promise<AssetRecord[]> {
    return await this.find({ 'keys.isWorking': true }, { limit: maxRunningRead });
  }

  private async existing(filter: object): Promise<AssetRecord | undefined> {
    return await this.first({ ...filter, deletedAt: { $exists: false } });
  }
}
