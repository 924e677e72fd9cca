import fc from 'fast-check';
import {
  afterAttempt,
  afterVideo,
  countsOf,
  isRunning,
  newJob,
  nextVideo,
  undoableVideos,
  undoOf,
  type LibraryJob,
  type VideoOutcome,
} from './library-job.ts';

const now = new Date('2026-11-30T09:00:00Z');
const line = (text: string) => ({ start: 1, end: 2, text });
const change = (from: string, to: string) => ({ before: [line(from)], after: [line(to)] });
const corrections = newJob('j', { kind: 'corrections' }, [
  { videoId: 'a', changes: [change('x', 'y'), change('z', 'w')] },
  { videoId: 'b', changes: [change('x', 'y')] },
  { videoId: 'c', changes: [change('x', 'y')] },
]);
const end = (job: LibraryJob, outcome: VideoOutcome, reason?: string): LibraryJob => ({
  ...job,
  ...afterVideo(job, outcome, { now, ...(reason !== undefined && { reason }) }),
});

it('takes one video after the other, and is shown for ten minutes after the last', () => {
  let job = corrections;
  for (const id of ['a', 'b', 'c']) {
    expect([isRunning(job), nextVideo(job)?.videoId]).toEqual([true, id]);
    job = end(job, 'done');
  }
  expect(nextVideo(job)).toBeUndefined();
  expect(isRunning(job)).toBe(false);
  expect(job.shownUntil).toEqual(new Date('2026-11-30T09:10:00Z'));
  expect(countsOf(job)).toEqual({ videos: 3, done: 3, conflicts: 0, failed: 0, lines: 4 });
});

it('counts what could not be changed, and goes on', () => {
  const job = end(end(end(corrections, 'conflict'), 'failed', 'Too large.'), 'done');
  expect(countsOf(job)).toEqual({ videos: 3, done: 1, conflicts: 1, failed: 1, lines: 1 });
  expect(job.problem).toBe('Too large.');
});

it('tries a video again when a failure may pass, and gives up after five attempts', () => {
  let job = corrections;
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect([nextVideo(job)?.videoId, job.attempts]).toEqual(['a', attempt - 1]);
    job = { ...job, ...afterAttempt(job, { now, reason: 'Away.' }) };
  }
  expect(job).toMatchObject({ outcomes: ['failed'], attempts: 0, problem: 'Away.' });
  expect(nextVideo(job)?.videoId).toBe('b');
});

it('is undone by the swapped changes of what was changed, once', () => {
  const job = end(end(end(corrections, 'done'), 'conflict'), 'done');
  const undo = undoOf(job, 'u');
  expect(undo).toMatchObject({ jobId: 'u', isUndo: true, outcomes: [], work: { kind: 'corrections' } });
  expect(undo.videos).toEqual([
    { videoId: 'a', changes: [change('y', 'x'), change('w', 'z')] },
    { videoId: 'c', changes: [change('y', 'x')] },
  ]);
  expect(undoableVideos(end(end(undo, 'done'), 'done'))).toEqual([]);
  expect(undoableVideos(end(corrections, 'done'))).toEqual([]);
});

it('a rename is undone where the new name was not used before', () => {
  const rename = newJob('j', { kind: 'rename', from: 'A', to: 'B' }, [
    { videoId: 'a', isMerged: true },
    { videoId: 'b' },
  ]);
  const undo = undoOf(end(end(rename, 'done'), 'done'), 'u');
  expect(undo.work).toEqual({ kind: 'rename', from: 'B', to: 'A' });
  expect(undo.videos).toEqual([{ videoId: 'b' }]);
});

it('property: ends after as many outcomes as it has videos, whatever happens', () => {
  const outcomes = fc.array(
    fc.constantFrom<VideoOutcome | 'attempt'>('done', 'conflict', 'failed', 'attempt'),
    {
      minLength: 20,
      maxLength: 40,
    },
  );
  fc.assert(
    fc.property(outcomes, (all) => {
      let job = corrections;
      for (const each of all) {
        if (!nextVideo(job)) break;
        job = each === 'attempt' ? { ...job, ...afterAttempt(job, { now, reason: 'r' }) } : end(job, each);
      }
      const { videos, done, conflicts, failed } = countsOf(job);
      expect(done + conflicts + failed).toBe(job.outcomes.length);
      expect(isRunning(job)).toBe(job.outcomes.length < videos);
    }),
  );
});
