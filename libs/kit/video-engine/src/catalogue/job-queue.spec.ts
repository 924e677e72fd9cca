import { expect, test } from '@jest/globals';
import { countJobs } from './job-queue.ts';
import type { JobRecord } from './records.ts';

const job = (kind: JobRecord['kind'], addedAt: number, lease?: number): JobRecord => ({
  ...{ kind, addedAt, subjectId: 'a', lane: kind === 'captions' ? 'speech' : 'media' },
  ...{ priority: 0, seq: addedAt, dueAt: 0, attempts: 0 },
  ...(lease === undefined ? {} : { lease }),
});

test('jobs of a kind are counted, with the ages of the oldest one and of the oldest that waits', () => {
  const jobs = [
    job('captions', 1000, 1),
    job('captions', 4000),
    job('captions', 6000),
    job('ingest', 7000, 2),
  ];
  const counted = countJobs(jobs, ['api', 'media'], 9000);
  expect(counted.filter(({ waiting, running }) => waiting + running > 0)).toEqual([
    { kind: 'ingest', waiting: 0, running: 1, unserved: 0, oldestAgeSeconds: 2, oldestWaitingSeconds: 0 },
    { kind: 'captions', waiting: 2, running: 1, unserved: 2, oldestAgeSeconds: 8, oldestWaitingSeconds: 5 },
  ]);
});
