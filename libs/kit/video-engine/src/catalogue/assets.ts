import type { Connection } from 'mongoose';
import type { EngineRole, JobStatistics } from '../common/options.ts';
import type { WorkProgress } from '../common/progress-tracker.ts';
import { Documents } from './documents.ts';
import { ownerOf } from './files.ts';
import {
  type LeaseTimes,
  countJobs,
  endLeases,
  isSameJob,
  leaseJob,
  orderOf,
  ordersOf,
  placesOf,
} from './job-queue.ts';
import { type AssetRecord, type JobLane, type JobRecord, jobLanes } from './records.ts';
import { Turns } from './turns.ts';

/** A job that the caller may work on. */
export interface LeasedJob extends JobRecord {
  assetId: string;
  /** The trace id in the log lines of its work. */
  trace: string | undefined;
}

const orderPath = (lane: JobLane): string => `keys.places.${lane}.order`;
/** In a longer queue, owners with older jobs come first. */
const maxOwners = 1000;
const maxRunningRead = 1000;
const batch = 100;
/** Reads of all documents of a kind end here. */
const maxRead = 1_000_000;

/** The documents of assets, with the queue of their jobs. */
export class Assets extends Documents<AssetRecord> {
  /** Called after each change by which an asset names fewer objects. */
  onDropped: () => void = () => undefined;
  readonly turns: Turns;

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
        ...jobLanes.map((lane) => [{ [orderPath(lane)]: 1 }] as [Record<string, 1>]),
      ],
      keysOf: ({ id, seq, jobs, files, dropped }) => ({
        places: placesOf({ seq, jobs }),
        queuedAt: jobs.length === 0 ? undefined : Math.min(...jobs.map(({ addedAt }) => addedAt)),
        leaseEndsAt: leaseEndOf(jobs),
        hasDropped: dropped.length > 0 ? true : undefined,
        sharesWith: Object.values(files)
          .map(ownerOf)
          .find((owner) => owner !== id),
      }),
    });
    this.turns = new Turns(connection);
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
    const queued = await this.find({ 'keys.queuedAt': { $gt: 0 } }, { limit: maxRead, select: ['jobs'] });
    const jobs = queued.flatMap((asset) => asset.jobs);
    return countJobs(jobs, roles, now);
  }

  /**
   * Estimates how many other assets come before the waiting job of a subject in its lane, when owners take turns; 0 when
   * none waits. A running job is before all waiting ones.
   */
  async countAhead({ id, seq, owner, jobs }: AssetRecord, subjectId: string): Promise<number> {
    const own = jobs.filter(
      (job) => job.subjectId === subjectId && ['ingest', 'captions'].includes(job.kind),
    );
    const [first] = own;
    if (first === undefined || own.some(({ lease }) => lease !== undefined)) return 0;
    const { lane, priority } = first;
    const path = orderPath(lane);
    const order = orderOf(first, seq);
    const { $gte, $lt } = ordersOf(priority);
    const others = { _id: { $ne: id } };
    const urgent = await this.model.countDocuments({ ...others, [path]: { $lt: $gte } });
    const before = await this.countByOwner({ ...others, [path]: { $gte, $lt: order } });
    const all = await this.countByOwner({ ...others, [path]: { $gte, $lt } });
    const ownBefore = before.get(owner) ?? 0;
    let ahead = urgent + ownBefore;
    for (const [other, count] of all) {
      if (other === owner) continue;
      ahead += Math.max(Math.min(before.get(other) ?? 0, ownBefore + 1), Math.min(count, ownBefore));
    }
    const running = (await this.working()).filter(
      (other) =>
        other.id !== id &&
        other.jobs.some((job) => job.lane === lane && job.lease !== undefined) &&
        (placesOf(other)[lane]?.order ?? order) >= order,
    );
    return ahead + running.length;
  }

  /** Leases the next due job of a lane. Owners take turns: the one whose last turn is longest ago has the next. */
  async claim(lane: JobLane, times: LeaseTimes): Promise<LeasedJob | undefined> {
    for (;;) {
      const next = await this.nextIn(lane, times.now);
      if (next === undefined) return undefined;
      let job: JobRecord | undefined;
      const asset = await this.change(next.id, (draft) => {
        job = leaseJob(draft, lane, times);
        return job !== undefined;
      });
      // Otherwise another engine was faster, or the asset was deleted.
      if (asset === undefined || job === undefined) continue;
      await this.turns.note(lane, asset.owner, times.now);
      return { ...job, assetId: asset.id, trace: asset.trace };
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
      const due = next && placesOf(next)[lane]?.dueAt;
      if (due !== undefined) times.push(due);
    }
    return times.length === 0 ? undefined : Math.min(...times);
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
    const queued = await this.find({ 'keys.queuedAt': { $gt: 0 } }, { limit: maxRead, select: ['_id'] });
    for (const { id } of queued) {
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

  private async nextIn(lane: JobLane, now: number): Promise<AssetRecord | undefined> {
    const path = orderPath(lane);
    const due = { [`keys.places.${lane}.dueAt`]: { $lte: now } };
    const page = { sort: { [path]: 1 as const }, limit: 1 };
    const [first] = await this.find({ ...due, [path]: { $gt: '' } }, page);
    if (first === undefined) return undefined;
    const level = { ...due, [path]: ordersOf(Number(placesOf(first)[lane]?.order.split(':')[0])) };
    const owners = [...(await this.countByOwner(level)).keys()].slice(0, maxOwners);
    if (owners.length <= 1) return first;
    const next = await this.turns.next(lane, owners);
    if (next.includes(first.owner)) return first;
    const [chosen] = await this.find({ ...level, owner: { $in: next } }, page);
    return chosen;
  }

  private async countByOwner(filter: object): Promise<Map<string, number>> {
    const groups = await this.model.aggregate<{ _id: string; count: number }>([
      { $match: filter },
      { $group: { _id: '$owner', count: { $sum: 1 } } },
    ]);
    return new Map(groups.map(({ _id, count }) => [_id, count]));
  }

  /** Assets with a running job. */
  private async working(): Promise<AssetRecord[]> {
    return await this.find({ 'keys.leaseEndsAt': { $gt: 0 } }, { limit: maxRunningRead });
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
