import type { JobStatistics } from '../options.ts';
import type { AssetRecord, JobKind, JobLane, JobRecord } from './records.ts';
import { jobLanes } from './records.ts';
import { nextSeq } from './seq.ts';

const laneOfKind: Record<JobKind, JobLane> = {
  ingest: 'media',
  verification: 'media',
  storyboard: 'media',
  rendition: 'media',
  captions: 'speech',
};
const jobKinds = Object.keys(laneOfKind) as JobKind[];
const priorityOfKind: Record<JobKind, number> = {
  ingest: 0,
  rendition: 1,
  storyboard: 2,
  verification: 1,
  captions: 0,
};

/** What the queue of a lane is sorted and filtered by: the asset's first waiting job there. */
export interface LanePlace {
  /** Sorts like the jobs: by priority, turn and seq. */
  order: string;
  dueAt: number;
}

/** The place of an asset in each lane in which one of its jobs waits. */
export type Places = Partial<Record<JobLane, LanePlace>>;

/** Adds a job, unless the subject already has one of this kind. @param turn of its owner in the lane */
export function addJob(
  asset: AssetRecord,
  kind: JobKind,
  subjectId: string,
  { turns, lane = laneOfKind[kind] }: { turns: Turns; lane?: JobLane },
): void {
  if (asset.jobs.some((job) => job.kind === kind && job.subjectId === subjectId)) return;
  const priority = priorityOfKind[kind];
  const turn = turns(lane, priority);
  const job = {
    kind,
    subjectId,
    lane,
    priority,
    turn,
    seq: nextSeq(),
    addedAt: Date.now(),
    dueAt: 0,
    attempts: 0,
  };
  asset.jobs.push(job);
}

/** The next turn of an owner by lane and priority. */
export type Turns = (lane: JobLane, priority: number) => number;

/**
 * Owners take turns (round robin): a job gets the turn after the last one of its owner, but not one before the current
 * turn, which is the last one begun or else the first one waiting.
 */
export function planTurns(queue: {
  own: readonly JobRecord[];
  running: readonly JobRecord[];
  firstWaiting: readonly JobRecord[];
}): Turns {
  return (lane, priority) => {
    const turnsOf = (jobs: readonly JobRecord[]): number[] =>
      jobs.filter((job) => job.lane === lane && job.priority === priority).map(({ turn }) => turn);
    const running = turnsOf(queue.running);
    const current =
      running.length > 0 ? Math.max(...running) : Math.min(...turnsOf(queue.firstWaiting), Infinity);
    const afterOwn = Math.max(-1, ...turnsOf(queue.own)) + 1;
    return Math.max(Number.isFinite(current) ? current : 0, afterOwn);
  };
}

/** All pairs of lane and priority in which jobs can be. */
export const laneLevels: readonly { lane: JobLane; priority: number }[] = [
  ...jobLanes.map((lane) => ({ lane, priority: 0 })),
  { lane: 'media', priority: 1 },
  { lane: 'media', priority: 2 },
];

/** Removes a job if its lease is still valid. A result may be stored only when this returns true. */
export function completeJob(asset: AssetRecord, { kind, subjectId, lease }: JobRecord): boolean {
  const at = asset.jobs.findIndex(
    (job) => job.kind === kind && job.subjectId === subjectId && job.lease === lease,
  );
  if (at === -1) return false;
  asset.jobs.splice(at, 1);
  return true;
}

/** Takes the job out, whether it runs or not. */
export function removeJob(asset: AssetRecord, kind: JobKind, subjectId: string): void {
  asset.jobs = asset.jobs.filter((job) => job.kind !== kind || job.subjectId !== subjectId);
}

/** Leases the first due job of a lane and counts the attempt; undefined when none waits. */
export function leaseJob(asset: AssetRecord, lane: JobLane, now: number): JobRecord | undefined {
  const job = waitingIn(asset.jobs, lane).find(({ dueAt }) => dueAt <= now);
  if (job === undefined) return undefined;
  asset.lastLease += 1;
  job.lease = asset.lastLease;
  job.attempts += 1;
  return { ...job };
}

/** Returns the places by which the queue finds an asset. */
export function placesOf(jobs: readonly JobRecord[]): Places {
  const places = jobLanes.map((lane) => {
    const [first] = waitingIn(jobs, lane).sort((a, b) => a.dueAt - b.dueAt);
    return [lane, first && { order: orderOf(first), dueAt: first.dueAt }];
  });
  return Object.fromEntries(places.filter(([, place]) => place !== undefined)) as Places;
}

/** A text that sorts like the jobs of a lane. */
export function orderOf({ priority, turn, seq }: Pick<JobRecord, 'priority' | 'turn' | 'seq'>): string {
  return [priority, String(turn).padStart(10, '0'), String(seq).padStart(16, '0')].join(':');
}

/** The jobs of a lane without a lease, the first one first. */
function waitingIn(jobs: readonly JobRecord[], lane: JobLane): JobRecord[] {
  const waiting = jobs.filter((job) => job.lane === lane && job.lease === undefined);
  return waiting.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}

/** Counts waiting and running jobs of every kind, also of kinds without jobs. */
export function countJobs(jobs: readonly JobRecord[], now: number): JobStatistics[] {
  return jobKinds.map((kind) => {
    const ofKind = jobs.filter((job) => job.kind === kind);
    const running = ofKind.filter(({ lease }) => lease !== undefined).length;
    const oldest = ofKind.reduce((first, { addedAt }) => Math.min(first, addedAt), now);
    return { kind, waiting: ofKind.length - running, running, oldestAgeSeconds: (now - oldest) / 1000 };
  });
}
