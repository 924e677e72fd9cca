import { leaseMs, queueJob, takeLease, type Job } from './job.ts';
import {
  firstDue,
  leaseSettlements,
  postponed,
  withSettlement,
  withJob,
  noWork,
  type Settlement,
} from './work.ts';

const now = new Date('2026-11-20T09:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const job = (id: string, kind: Job['kind'], dueAt?: Date) =>
  queueJob(id, kind, { queuedAt: now, correlationId: 'c', ...(dueAt && { dueAt }) });
const settlement: Settlement = {
  operationId: 'q',
  kind: 'quotes',
  state: 'done',
  msg: '',
  tokens: 3,
  isReserved: true,
  attempts: 0,
  dueAt: later(50),
};

it('has one job of each kind, and is due when the first of them is', () => {
  const two = withJob(withJob(noWork, job('a', 'chapters', later(90))), job('q', 'quotes', later(70)));
  expect(firstDue(two, now)).toEqual(later(70));
  const ended = withSettlement(two, settlement);
  expect(ended.jobs).toEqual({ chapters: two.jobs.chapters });
  expect(firstDue(ended, now)).toEqual(later(50));
  expect(withSettlement(ended, { ...settlement, msg: 'Again.' }).settlements).toHaveLength(1);
  expect(firstDue(withJob(noWork, job('s', 'search')), now)).toEqual(now);
  expect(firstDue(noWork, now)).toBeUndefined();
  const held = takeLease(job('s', 'search'), now)!;
  expect(firstDue(withJob(noWork, held), now)).toEqual(held.leaseUntil);
});

it('gives due settlements to one worker, and to another one after the lease', () => {
  const early = { ...settlement, dueAt: later(49), operationId: 'early' };
  const two = { jobs: {}, settlements: [settlement, early] };
  const first = leaseSettlements(two, later(49));
  expect(first.due).toEqual([early]);
  expect(first.work.settlements).toEqual([settlement, { ...early, dueAt: later(49 + leaseMs) }]);
  const second = leaseSettlements(first.work, later(50));
  expect(second.due).toEqual([settlement]);
  expect(leaseSettlements(second.work, later(48 + leaseMs)).due).toEqual([]);
  expect(leaseSettlements(second.work, later(50 + leaseMs)).due).toHaveLength(2);
});

it('waits longer after each failed settlement, at most 30 s', () => {
  const waits = [0, 1, 2, 3, 30].map((attempts) => {
    const next = postponed({ ...settlement, attempts }, now);
    expect(next.attempts).toBe(attempts + 1);
    return next.dueAt.getTime() - now.getTime();
  });
  expect(waits).toEqual([1_000, 5_000, 15_000, 30_000, 30_000]);
});
