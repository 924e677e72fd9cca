import fc from 'fast-check';
import {
  afterFailedAttempt,
  requeue,
  holdsLease,
  isLastAttempt,
  isExhausted,
  withoutLostAttempt,
  leaseMs,
  queueJob,
  takeLease,
  withPercent,
  type Job,
} from './job.ts';

const start = new Date('2026-11-20T09:00:00Z');
const after = (ms: number) => new Date(start.getTime() + ms);
const origin = { queuedAt: start, correlationId: 'correlation-1' };
const queued = queueJob('j', 'chapters', origin);

function take(job: Job, now = start): Job {
  const lease = takeLease(job, now);
  if (!lease) throw new Error('The lease was not given.');
  return lease;
}

describe(takeLease, () => {
  it('gives one lease at a time', () => {
    const held = take(queued);
    expect(takeLease(held, after(leaseMs - 1))).toBeUndefined();
    expect(take(held, after(leaseMs))).toMatchObject({ leaseNumber: 2, attempts: 2, state: 'running' });
  });

  it('gives none for no job, or for one that waits for its next attempt', () => {
    expect(takeLease(undefined, start)).toBeUndefined();
    const waiting = { ...queued, dueAt: after(1_000) };
    expect(takeLease(waiting, after(999))).toBeUndefined();
    expect(take(waiting, after(1_000))).not.toHaveProperty('dueAt');
  });
});

describe(holdsLease, () => {
  it('refuses a late worker after another has taken over, and a worker of an older job', () => {
    const late = take(queued);
    const newer = take(late, after(leaseMs));
    expect(holdsLease(newer, late)).toBe(false);
    expect(holdsLease(newer, newer)).toBe(true);
    expect(holdsLease(take(queueJob('k', 'chapters', origin)), late)).toBe(false);
    expect(holdsLease(undefined, late)).toBe(false);
  });

  it('property: is true for at most one of all leases of a job', () => {
    const actions = fc.array(fc.constantFrom('expire', 'fail', 'requeue', 'percent'), { maxLength: 12 });
    fc.assert(
      fc.property(actions, (all) => {
        let now = 0;
        let job: Job = take(queued);
        const leases = [job];
        for (const action of all) {
          now += leaseMs;
          if (action === 'fail') job = afterFailedAttempt(job, after(now)) ?? job;
          if (action === 'requeue') job = requeue(job);
          if (action === 'percent') job = withPercent(job, 50);
          const lease = takeLease(job, after(now));
          if (!lease) break;
          job = lease;
          leases.push(lease);
        }
        expect(leases.filter((lease) => holdsLease(job, lease)).length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe(afterFailedAttempt, () => {
  const waitsOf = (first: Job) => {
    const waits: number[] = [];
    for (let job = first, now = 0; ;) {
      const held = take(job, after(now));
      const next = afterFailedAttempt(held, after(now));
      expect(next === undefined).toBe(isLastAttempt(held));
      if (!next) return waits;
      waits.push((next.dueAt?.getTime() ?? 0) - after(now).getTime());
      now += waits.at(-1) ?? 0;
      job = next;
    }
  };

  it('waits longer after each attempt, and then gives up', () => {
    expect(waitsOf(queued)).toEqual([1_000, 5_000, 15_000, 30_000]);
  });

  it('gives up after fewer attempts when a person waits', () => {
    const request = { digest: '', tokens: 10, isReserved: true };
    expect(waitsOf(queueJob('j', 'quotes', { ...origin, request }))).toEqual([1_000, 5_000]);
  });
});

describe(isExhausted, () => {
  it('is true for a job whose workers died each time', () => {
    let job = queued;
    for (let tries = 1; tries <= 5; tries += 1) {
      job = take(job, after(tries * leaseMs));
      expect(isExhausted(job)).toBe(false);
    }
    expect(isExhausted(take(job, after(6 * leaseMs)))).toBe(true);
  });
});

it('an attempt whose lease was lost does not count while its worker lives', () => {
  const lost = take(queued);
  expect(withoutLostAttempt(lost, lost)).toBeUndefined();
  expect(withoutLostAttempt(undefined, lost)).toBeUndefined();
  const taken = take(lost, after(leaseMs));
  expect(taken.attempts).toBe(2);
  expect(withoutLostAttempt(taken, lost)).toEqual({ ...taken, attempts: 1 });
  expect(withoutLostAttempt({ ...taken, id: 'another' }, lost)).toBeUndefined();
});

it('an interrupted attempt does not count, and the percentage never decreases', () => {
  const held = withPercent(take(queued), 60);
  expect(requeue(held)).toMatchObject({ state: 'queued', attempts: 0, percent: 60 });
  expect(withPercent(held, 10).percent).toBe(60);
});
