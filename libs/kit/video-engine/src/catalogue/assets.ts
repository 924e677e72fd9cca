import type { Connection } from 'mongoose';
import type { EngineRole, JobStatistics } from '../common/options.ts';
import type { WorkProgress } from '../common/progress-tracker.ts';
import { Documents } from './documents.ts';
import { ownerOf } from './files.ts';
import {
  type LastTurns,
  type LeaseTimes,
  type QueuedAsset,
  countJobs,
  endLeases,
  inTurns,
  isSameJob,
  leaseJob,
  turnKey,
} from './job-queue.ts';
import type { AssetRecord, JobLane, JobRecord } from './records.ts';

/** A job that the caller may work on. */
export interface LeasedJob extends JobRecord {
  assetId: string;
  /** The trace id in the log lines of its work. */
  trace: string | undefined;
}

/** Owners whose last turn is remembered. */
const maxTurns = 10_000;
const maxRunningRead = 1000;
const batch = 100;
/** Reads of all documents of a kind end here. */
const maxRead = 1_000_000;

/** The documents of assets, with the queue of their jobs. */
export class Assets extends Documents<AssetRecord> {
  /** Called after each change by which an asset names fewer objects. */
  onDropped: () => void = () => undefined;
  private readonly turns = new Map<string, number>();
  private turnCount = 0;

  constructor(connection: Connection) {
    super(connection, {
      name: 'assets',
      indexes: [
        [{ seq: 1 }, true],
        [{ playbackId: 1 }, true],
        [{ uploadId: 1 }],
        [{ 'source.assetId': 1 }],
        [{ deletedAt: 1 }],
        [{ 'keys.queuedAt': 1 }],
        [{ 'keys.leaseEndsAt': 1 }],
        [{ 'keys.hasDropped': 1 }],
        [{ 'keys.sharesWith': 1 }],
      ],
      keysOf: ({ id, jobs, files, dropped }) => ({
        queuedAt: jobs.length === 0 ? undefined : Math.min(...jobs.map(({ addedAt }) => addedAt)),
        leaseEndsAt: leaseEndOf(jobs),
        hasDropped: dropped.length > 0 ? true : undefined,
        sharesWith: Object.values(files)
          .map(ownerOf)
          .find((owner) => owner !== id),
      }),
    });
  }

  override async byId(id: string): Promise<AssetRecord | undefined> {
    return await this.existing({ _id: id });
  }

  /** Also finds an asset that is deleted, and has only its remains. */
  async withDeleted(id: string): Promise<AssetRecord | undefined> {
    return await this.first({ _id: id });
  }

  /** Also lists the objects that the asset names no more. */
  override async change(
    id: string,
    mutate: (asset: AssetRecord) => unknown,
  ): Promise<AssetRecord | undefined> {
    const changed = await super.change(id, (asset) => {
      const before = Object.values(asset.files);
      if (mutate(asset) === false) return false;
      const named = new Set(Object.values(asset.files));
      asset.dropped.push(...before.filter((key) => !named.has(key)));
      return true;
    });
    if (changed !== undefined && changed.dropped.length > 0) this.onDropped();
    return changed;
  }

  async byPlaybackId(playbackId: string): Promise<AssetRecord | undefined> {
    return await this.existing({ playbackId });
  }

  /** Returns a page, newest first, of assets older than `before` (a seq). */
  async page(skip: number, limit: number): Promise<AssetRecord[]> {
    return await this.find({ deletedAt: { $exists: false } }, { sort: { seq: -1 }, skip, limit });
  }

  async ids(): Promise<Set<string>> {
    return new Set((await this.identities()).map(({ id }) => id));
  }

  /** Every asset that is not deleted, with the fields by which clients know it. */
  async identities(): Promise<Pick<AssetRecord, 'id' | 'status' | 'uploadId' | 'passthrough' | 'files'>[]> {
    const select = ['status', 'uploadId', 'passthrough', 'files'];
    return await this.find({ deletedAt: { $exists: false } }, { limit: maxRead, select });
  }

  /** Deleted assets whose documents are not removed yet. @param before when they were deleted, in epoch milliseconds */
  async deleted(before: number): Promise<Pick<AssetRecord, 'id' | 'events' | 'dropped'>[]> {
    const select = ['events', 'dropped'];
    return await this.find({ deletedAt: { $lt: before } }, { limit: maxRead, select });
  }

  /** Returns up to 100 assets, also deleted ones, with objects that they name no more. */
  async withDropped(): Promise<Pick<AssetRecord, 'id' | 'dropped'>[]> {
    return await this.find({ 'keys.hasDropped': true }, { limit: batch, select: ['dropped'] });
  }

  /** Notes that objects which an asset does not name are deleted, or belong to others. */
  async forgetDropped(id: string, keys: readonly string[]): Promise<void> {
    await this.replace(id, (asset) => {
      asset.dropped = asset.dropped.filter((key) => !keys.includes(key));
    });
  }

  /** The objects that were stored for assets with ids from `first` to `last`, and that some asset names. */
  async namedKeys(first: string, last: string): Promise<{ key: string; owner: string; isReady: boolean }[]> {
    const range = { $gte: first, $lte: last };
    const filter = { deletedAt: { $exists: false }, $or: [{ _id: range }, { 'keys.sharesWith': range }] };
    const assets = await this.find(filter, { limit: maxRead, select: ['files', 'status', 'owner'] });
    return assets.flatMap(({ files, status, owner }) =>
      Object.values(files).map((key) => ({ key, owner, isReady: status === 'ready' })),
    );
  }

  /** Whether an asset names the object. */
  async names(key: string): Promise<boolean> {
    const owner = ownerOf(key);
    return (await this.namedKeys(owner, owner)).some((one) => one.key === key);
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

  /** @param roles those of the running engines */
  async jobStatistics(roles: readonly EngineRole[], now: number): Promise<JobStatistics[]> {
    const jobs = (await this.queued()).flatMap((asset) => asset.jobs);
    return countJobs(jobs, roles, now);
  }

  /** The assets with jobs: the queue, from which its functions choose. */
  async queued(): Promise<QueuedAsset[]> {
    return await this.find(
      { 'keys.queuedAt': { $gt: 0 } },
      { limit: maxRead, select: ['seq', 'owner', 'jobs'] },
    );
  }

  /** The turns that this engine gave; of other engines, leases tell. */
  get lastTurns(): LastTurns {
    return this.turns;
  }

  /**
   * Leases the next due job of a lane.
   *
   * @param queue as it was read before; it is corrected by what this call finds
   */
  async claim(
    lane: JobLane,
    times: LeaseTimes,
    queue: readonly QueuedAsset[],
  ): Promise<LeasedJob | undefined> {
    for (;;) {
      const next = inTurns(queue, lane, this.turns).find(({ job }) => job.dueAt <= times.now);
      if (next === undefined) return undefined;
      let job: JobRecord | undefined;
      const asset = await this.change(next.asset.id, (draft) => {
        job = leaseJob(draft, next.job, times);
        return job !== undefined;
      });
      // Without a lease, another engine was faster, or the asset was deleted.
      next.asset.jobs = (asset ?? (await this.byId(next.asset.id)))?.jobs ?? [];
      if (asset === undefined || job === undefined) continue;
      this.noteTurn(lane, asset.owner);
      return { ...job, assetId: asset.id, trace: asset.trace };
    }
  }

  /** Makes a lease end later. @returns false when it has ended */
  async renew({ assetId, ...job }: LeasedJob, until: number): Promise<boolean> {
    const renewed = await this.change(assetId, (asset) => {
      const stored = asset.jobs.find((one) => isSameJob(one, job) && one.lease === job.lease);
      if (stored === undefined) return false;
      stored.leasedUntil = until;
    });
    return renewed !== undefined;
  }

  /** Notes the progress of a job for other engines, while its lease is valid. */
  async noteProgress({ assetId, ...job }: LeasedJob, progress: WorkProgress): Promise<void> {
    await this.change(assetId, (asset) => {
      const stored = asset.jobs.find((one) => isSameJob(one, job) && one.lease === job.lease);
      if (stored === undefined) return false;
      stored.progress = progress;
      return true;
    });
  }

  /** Notes that another machine has worked on the sound of a job. @param times 1 for all of it, less for a part */
  async noteSent({ assetId, ...job }: LeasedJob, times: number): Promise<void> {
    await this.change(assetId, (asset) => {
      const stored = asset.jobs.find((one) => isSameJob(one, job) && one.seq === job.seq);
      if (stored === undefined) return false;
      stored.sent = (stored.sent ?? 0) + times;
      return true;
    });
  }

  /**
   * Ends the lease of a job, which becomes due again at `dueAt`. When others have ended the lease before, the job is theirs,
   * and the attempt does not count: its holder lives, so the work itself did not end it.
   */
  async release(
    { assetId, ...job }: LeasedJob,
    { dueAt, isCounted }: { dueAt: number; isCounted: boolean },
  ): Promise<void> {
    await this.change(assetId, (asset) => {
      const stored = asset.jobs.find((one) => isSameJob(one, job) && one.seq === job.seq);
      if (stored === undefined) return false;
      const isHeld = stored.lease === job.lease;
      if (!isCounted || !isHeld) stored.attempts = Math.max(0, stored.attempts - 1);
      if (!isHeld) return;
      endLeases(asset, (one) => one === stored);
      stored.dueAt = dueAt;
    });
  }

  /** Ends the leases that nobody has renewed: their holders have ended, or are cut off. */
  async releaseExpired(now: number): Promise<void> {
    const hasEnded = ({ leasedUntil = 0 }: JobRecord): boolean => leasedUntil <= now;
    const filter = { 'keys.leaseEndsAt': { $lte: now } };
    for (const { id } of await this.find(filter, { limit: maxRunningRead, select: ['_id'] }))
      await this.change(id, (asset) => endLeases(asset, hasEnded));
  }

  /** Ends all leases and back-offs, at the start of an engine that uses the catalogue alone. */
  async releaseAll(): Promise<void> {
    for (const { id } of await this.queued()) {
      await this.change(id, (asset) => {
        const hadLeases = endLeases(asset, () => true);
        if (!hadLeases && asset.jobs.every(({ dueAt }) => dueAt === 0)) return false;
        for (const job of asset.jobs) job.dueAt = 0;
      });
    }
  }

  protected override exists({ deletedAt }: AssetRecord): boolean {
    return deletedAt === undefined;
  }

  private noteTurn(lane: JobLane, owner: string): void {
    const key = turnKey(lane, owner);
    this.turnCount += 1;
    // A key that is set anew is the last one: the first is the oldest.
    this.turns.delete(key);
    this.turns.set(key, this.turnCount);
    const [oldest] = this.turns.keys();
    if (this.turns.size > maxTurns && oldest !== undefined) this.turns.delete(oldest);
  }

  private async existing(filter: object): Promise<AssetRecord | undefined> {
    return await this.first({ ...filter, deletedAt: { $exists: false } });
  }
}

/** When the first lease ends; undefined when no job runs. */
function leaseEndOf(jobs: readonly JobRecord[]): number | undefined {
  const ends = jobs.flatMap(({ lease, leasedUntil = 0 }) => (lease === undefined ? [] : [leasedUntil]));
  return ends.length === 0 ? undefined : Math.min(...ends);
}
