import { queueJob, takeLease, type Job } from './job.ts';
import { firstDue, postponed, withEnding, withJob, workOf, type Ending } from './work.ts';

const now = new Date('2026-11-20T09:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const job = (id: string, kind: Job['kind'], dueAt?: Date) =>
  queueJob(id, kind, { queuedAt: now, correlationId: 'c', ...(dueAt && { dueAt }) });
const ending: Ending = {
  ...{ operationId: 'q', kind: 'quotes', state: 'done', msg: '', tokens: 3 },
  ...{ isReserved: true, attempts: 0, dueAt: later(50) },
};
const nothing = workOf({});

it('knows the one job that an older version left, unless it failed', () => {
  const old = { ...job('o', 'summary'), state: 'running' };
  expect(workOf({ job: old }).jobs).toEqual({ summary: old });
  expect(workOf({ job: { ...old, state: 'failed' } })).toEqual(nothing);
  expect(workOf({ job: null, jobs: null, endings: null })).toEqual(nothing);
});

it('has one job of each kind, and is due when the first of them is', () => {
  const two = withJob(withJob(nothing, job('a', 'chapters', later(90))), job('q', 'quotes', later(70)));
  expect(firstDue(two, now)).toEqual(later(70));
  const ended = withEnding(two, ending);
  expect(ended.jobs).toEqual({ chapters: two.jobs.chapters });
  expect(firstDue(ended, now)).toEqual(later(50));
  expect(withEnding(ended, { ...ending, msg: 'Again.' }).endings).toHaveLength(1);
  expect(firstDue(withJob(nothing, job('s', 'search')), now)).toEqual(now);
  expect(firstDue(nothing, now)).toBeUndefined();
  const held = takeLease(job('s', 'search'), now)!;
  expect(firstDue(withJob(nothing, held), now)).toEqual(held.leaseUntil);
});

it('waits longer with each time that an ending could not be settled, but never long', () => {
  const waits = [0, 1, 2, 3, 30].map((attempts) => {
    const next = postponed({ ...ending, attempts }, now);
    expect(next.attempts).toBe(attempts + 1);
    return next.dueAt.getTime() - now.getTime();
  });
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 30_000]);
});
