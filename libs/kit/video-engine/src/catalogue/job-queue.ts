import type { EngineRole, JobStatistics } from '../common/options.ts';
import { type AssetRecord, type JobKind, type JobLane, type JobRecord, jobLanes } from './records.ts';
import { nextSeq } from './seq.ts';

const laneOfKind: Record<JobKind, JobLane> = {
  ingest: 'media',
  verification: 'media',
  storyboard: 'media',
  captions: 'speech',
};
const jobKinds = Object.keys(laneOfKind) as JobKind[];
const priorityOfKind: Record<JobKind, number> = {
  ingest: 0,
  storyboard: 2,
  verification: 1,
  captions: 0,
};

/** The role of the engines that do the jobs of a lane. */
export function roleOf(lane: JobLane): EngineRole {
  return lane === 'speech' ? 'speech' : 'media';
}

/** What the queue of a lane is sorted and filtered by: the asset's first waiting job there. */
export interface LanePlace {
  /** Sorts by priority, then by the age of the asset. */
  order: string;
  dueAt: number;
}

/** The place of an asset in each lane in which one of its jobs waits. */
export type Places = Partial<Record<JobLane, LanePlace>>;

type JobIdentity = Pick<JobRecord, 'kind' | 'subjectId' | 'piece'>;

/** Whether both are the same work, begun or not. */
export function isSameJob(one: JobIdentity, other: JobIdentity): boolean {
  return one.kind === other.kind && one.subjectId === other.subjectId && one.piece === other.piece;
}

/** Adds a job, unless the asset has it already. */
export function addJob(
  asset: AssetRecord,
  kind: JobKind,
  subjectId: string,
  { lane = laneOfKind[kind], piece }: { lane?: JobLane; piece?: number } = {},
): void {
  const identity = { kind, subjectId, piece };
  if (asset.jobs.some((job) => isSameJob(job, identity))) return;
  const times = { addedAt: Date.now(), dueAt: 0, attempts: 0 };
  asset.jobs.push({ ...identity, lane, priority: priorityOfKind[kind], seq: nextSeq(), ...times });
}

/** Adds the job that verifies an asset once no captions are in preparation: users wait for these. */
export function verifyAfterCaptions(asset: AssetRecord): void {
  const isCaptioned = asset.tracks.every(({ type, status }) => type !== 'text' || status !== 'preparing');
  if (asset.lacksVerification !== true || !isCaptioned) return;
  delete asset.lacksVerification;
  addJob(asset, 'verification', asset.id);
}

/** Removes a job if its lease is still valid. A result may be stored only when this returns true. */
export function completeJob(asset: AssetRecord, job: JobRecord): boolean {
  const at = asset.jobs.findIndex((one) => isSameJob(one, job) && one.lease === job.lease);
  if (at === -1) return false;
  asset.jobs.splice(at, 1);
  return true;
}

/** Removes the job with all its pieces, whether they run or not. */
export function removeJob(asset: AssetRecord, kind: JobKind, subjectId: string): void {
  asset.jobs = asset.jobs.filter((job) => job.kind !== kind || job.subjectId !== subjectId);
}

/** When a lease begins and, unless it is renewed, ends; epoch milliseconds. */
export interface LeaseTimes {
  now: number;
  until: number;
}

/** Ends leases. @returns whether there were any */
export function endLeases(asset: AssetRecord, hasEnded: (job: JobRecord) => boolean): boolean {
  const ended = asset.jobs.filter((job) => job.lease !== undefined && hasEnded(job));
  for (const job of ended) {
    delete job.lease;
    delete job.leasedUntil;
    delete job.progress;
  }
  return ended.length > 0;
}

/** Leases the first due job of a lane and counts the attempt; undefined when none waits. */
export function leaseJob(
  asset: AssetRecord,
  lane: JobLane,
  { now, until }: LeaseTimes,
): JobRecord | undefined {
  const job = waitingIn(asset.jobs, lane).find(({ dueAt }) => dueAt <= now);
  if (job === undefined) return undefined;
  asset.lastLease += 1;
  job.lease = asset.lastLease;
  job.leasedUntil = until;
  job.attempts += 1;
  return { ...job };
}

/** Returns the places by which the queue finds an asset. */
export function placesOf({ seq, jobs }: Pick<AssetRecord, 'seq' | 'jobs'>): Places {
  const places = jobLanes.map((lane) => {
    const [first] = waitingIn(jobs, lane).sort((a, b) => a.dueAt - b.dueAt);
    return [lane, first && { order: orderOf(first, seq), dueAt: first.dueAt }];
  });
  return Object.fromEntries(places.filter(([, place]) => place !== undefined)) as Places;
}

/** A text that sorts by priority, then by the age of the asset. @param assetSeq the `seq` of the asset */
export function orderOf({ priority }: Pick<JobRecord, 'priority'>, assetSeq: number): string {
  return `${String(priority)}:${String(assetSeq).padStart(16, '0')}`;
}

/** The orders of all jobs with this priority. */
export function ordersOf(priority: number): { $gte: string; $lt: string } {
  return { $gte: `${String(priority)}:`, $lt: `${String(priority)}:~` };
}

/** The jobs of a lane without a lease, the first one first. */
function waitingIn(jobs: readonly JobRecord[], lane: JobLane): JobRecord[] {
  const waiting = jobs.filter((job) => job.lane === lane && job.lease === undefined);
  return waiting.sort((a, b) => a.priority - b.priority || a.seq - b.seq);
}

/**
 * Counts waiting and running jobs of every kind, also of kinds without jobs.
 *
 * @param roles those of the running engines
 */
export function countJobs(
  jobs: readonly JobRecord[],
  roles: readonly EngineRole[],
  now: number,
): JobStatistics[] {
  return jobKinds.map((kind) => {
    const ofKind = jobs.filter((job) => job.kind === kind);
    const running = ofKind.filter(({ lease }) => lease !== undefined).length;
    const waiting = ofKind.filter(({ lease }) => lease === undefined);
    const unserved = waiting.filter(({ lane }) => !roles.includes(roleOf(lane))).length;
    return {
      ...{ kind, waiting: waiting.length, running, unserved },
      oldestAgeSeconds: oldestSeconds(ofKind, now),
      oldestWaitingSeconds: oldestSeconds(waiting, now),
    };
  });
}

function oldestSeconds(jobs: readonly JobRecord[], now: number): number {
  return (now - jobs.reduce((first, { addedAt }) => Math.min(first, addedAt), now)) / 1000;
}
