import type { TranscriptChange } from '@vault/contracts';

/** What a job changes in each of its videos. */
export type LibraryWork =
  { readonly kind: 'corrections' } | { readonly kind: 'rename'; readonly from: string; readonly to: string };

export interface JobVideo {
  readonly videoId: string;
  /** Of corrections. */
  readonly changes?: readonly TranscriptChange[];
  /** The new name of a rename was used before: both became one, which an undo cannot part. */
  readonly isMerged?: true;
}

/** `conflict`: people have changed the lines meanwhile. */
export type VideoOutcome = 'done' | 'conflict' | 'failed';

/** A change of many videos of one owner, one after the other. */
export interface LibraryJob {
  readonly jobId: string;
  readonly work: LibraryWork;
  readonly isUndo: boolean;
  readonly videos: readonly JobVideo[];
  /** How the first videos have ended, in their order; the others are left. */
  readonly outcomes: readonly VideoOutcome[];
  /** Failed attempts at the first video that is left. */
  readonly attempts: number;
  /** Why the last video failed. */
  readonly problem: string;
  /** Until when a job that has ended is shown, and can be undone; absent while it runs. */
  readonly shownUntil?: Date | undefined;
}

/** What changes in a job. */
export interface JobStep extends Pick<LibraryJob, 'attempts'> {
  readonly outcomes?: readonly VideoOutcome[];
  readonly problem?: string;
  readonly shownUntil?: Date;
}

const shownMs = 10 * 60_000;
const maxAttempts = 5;

export function newJob(jobId: string, work: LibraryWork, videos: readonly JobVideo[]): LibraryJob {
  return { jobId, work, videos, isUndo: false, outcomes: [], attempts: 0, problem: '' };
}

export function isRunning({ shownUntil }: LibraryJob): boolean {
  return !shownUntil;
}

/** The video that is next; undefined when all have ended. */
export function nextVideo({ videos, outcomes }: LibraryJob): JobVideo | undefined {
  return videos[outcomes.length];
}

/** After the end of a video. */
export function afterVideo(
  { videos, outcomes, problem }: LibraryJob,
  outcome: VideoOutcome,
  { now, reason = problem }: { readonly now: Date; readonly reason?: string },
): JobStep {
  const after = [...outcomes, outcome];
  const isLast = after.length === videos.length;
  const end = isLast ? { shownUntil: new Date(now.getTime() + shownMs) } : {};
  return { outcomes: after, attempts: 0, problem: reason, ...end };
}

/** After a failure that may pass; the video fails when there were too many. */
export function afterAttempt(job: LibraryJob, end: { readonly now: Date; readonly reason: string }): JobStep {
  const attempts = job.attempts + 1;
  return attempts < maxAttempts ? { attempts } : afterVideo(job, 'failed', end);
}

/** The videos that an undo changes back; none while the job runs, and when it is an undo itself. */
export function undoableVideos(job: LibraryJob): JobVideo[] {
  if (job.isUndo || isRunning(job)) return [];
  return job.videos.filter(({ isMerged }, at) => job.outcomes[at] === 'done' && !isMerged);
}

/** The job that undoes another. What people have changed since are conflicts. */
export function undoOf(job: LibraryJob, jobId: string): LibraryJob {
  const { work } = job;
  const videos = undoableVideos(job).map(({ videoId, changes }): JobVideo => ({
    videoId,
    ...(changes && { changes: changes.map(swapped) }),
  }));
  const back = work.kind === 'rename' ? { ...work, from: work.to, to: work.from } : work;
  return { ...newJob(jobId, back, videos), isUndo: true };
}

function swapped({ before, after }: TranscriptChange): TranscriptChange {
  return { before: after, after: before };
}

/** How far a job is. */
export function countsOf({ videos, outcomes }: LibraryJob) {
  const count = (outcome: VideoOutcome) => outcomes.filter((each) => each === outcome).length;
  const changed = videos.filter((_video, at) => outcomes[at] === 'done');
  return {
    ...{ videos: videos.length, done: count('done') },
    ...{ conflicts: count('conflict'), failed: count('failed') },
    lines: changed.reduce((sum, { changes = [] }) => sum + changes.length, 0),
  };
}
