import type { EngineRole, JobStatistics } from '../common/options.ts';
import type { AssetRecord, JobKind, JobLane, JobRecord } from './records.ts';
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

type JobIdentity = Pick<JobRecord, 'kind' | 'subjectId' | 'piece'>;

/** Whether both are the same work, begun or not. */
export function isSameJob(one: JobIdentity, other: JobIdentity): boolean {
  return one.kind === other.kind && one.subjectId === other.subjectId && one.piece === other.piece;
}

function isLeased({ lease }: JobRecord): boolean {
  return lease !== undefined;
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
  const ended = asset.jobs.filter((job) => isLeased(job) && hasEnded(job));
  for (const job of ended) {
    delete job.lease;
    delete job.leasedUntil;
    delete job.progress;
  }
  return ended.length > 0;
}

/** Leases a job and counts the attempt; undefined when it has gone, or others lease it. */
export function leaseJob(
  asset: AssetRecord,
  waiting: JobRecord,
  { now, until }: LeaseTimes,
): JobRecord | undefined {
  const job = asset.jobs.find((one) => isSameJob(one, waiting) && one.seq === waiting.seq);
  if (job === undefined || isLeased(job) || job.dueAt > now) return undefined;
  asset.lastLease += 1;
  job.lease = asset.lastLease;
  job.leasedUntil = until;
  job.attempts += 1;
  return { ...job };
}

/** An asset with jobs. */
export type QueuedAsset = Pick<AssetRecord, 'id' | 'seq' | 'owner' | 'jobs'>;

/** When owners had their last turn in a lane, by {@link turnKey}: numbers that rise from one job to the next. */
export type LastTurns = ReadonlyMap<string, number>;

export function turnKey(lane: JobLane, owner: string): string {
  return `${lane} ${owner}`;
}

/** A job that waits, and its asset. */
interface QueuedJob {
  asset: QueuedAsset;
  job: JobRecord;
}

/**
 * Returns the waiting jobs of a lane in the order in which they begin: by priority, then in turns of their owners. The owner
 * with the fewest running jobs in the lane is next; among several, the one whose last turn is longest ago; then the one with
 * the oldest asset.
 */
export function inTurns(assets: readonly QueuedAsset[], lane: JobLane, lastTurns: LastTurns): QueuedJob[] {
  const ofLane = assets.flatMap((asset) =>
    asset.jobs.filter((job) => job.lane === lane).map((job) => ({ asset, job })),
  );
  /** How many jobs of an owner come before the next one. */
  const turns = new Map<string, number>();
  const takeTurn = ({ asset: { owner } }: QueuedJob): number => {
    const turn = turns.get(owner) ?? 0;
    turns.set(owner, turn + 1);
    return turn;
  };
  for (const one of ofLane) if (isLeased(one.job)) takeTurn(one);
  return ofLane
    .filter(({ job }) => !isLeased(job))
    .sort(byPriorityAndAge)
    .map((one) => ({
      ...one,
      turn: takeTurn(one),
      lastTurn: lastTurns.get(turnKey(lane, one.asset.owner)) ?? 0,
    }))
    .sort(
      (a, b) =>
        a.job.priority - b.job.priority ||
        a.turn - b.turn ||
        a.lastTurn - b.lastTurn ||
        byPriorityAndAge(a, b),
    );
}

function byPriorityAndAge(a: QueuedJob, b: QueuedJob): number {
  return a.job.priority - b.job.priority || a.asset.seq - b.asset.seq || a.job.seq - b.job.seq;
}

/**
 * Estimates how many other assets come before the waiting job of a subject in its lane; 0 when none waits. A running job is
 * before all waiting ones.
 */
export function countAhead(
  assets: readonly QueuedAsset[],
  { id, subjectId }: { id: string; subjectId: string },
  lastTurns: LastTurns,
): number {
  const jobs = (assets.find((asset) => asset.id === id)?.jobs ?? []).filter(
    (job) => job.subjectId === subjectId && (job.kind === 'ingest' || job.kind === 'captions'),
  );
  const [first] = jobs;
  if (first === undefined || jobs.some(isLeased)) return 0;
  const { lane } = first;
  const waiting = inTurns(assets, lane, lastTurns);
  const at = waiting.findIndex(({ job }) => jobs.includes(job));
  const ahead = new Set(waiting.slice(0, at).map(({ asset }) => asset.id));
  for (const asset of assets)
    if (asset.jobs.some((job) => job.lane === lane && isLeased(job))) ahead.add(asset.id);
  ahead.delete(id);
  return ahead.size;
}

/** When the next waiting job becomes due, in epoch milliseconds; Infinity when no job waits for its time. */
export function nextDueAt(assets: readonly QueuedAsset[], now: number): number {
  const waiting = assets.flatMap(({ jobs }) => jobs.filter((job) => !isLeased(job) && job.dueAt > now));
  return waiting.reduce((first, { dueAt }) => Math.min(first, dueAt), Infinity);
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
    const running = ofKind.filter(isLeased).length;
    const waiting = ofKind.filter((job) => !isLeased(job));
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
