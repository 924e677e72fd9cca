import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { MediaStoreError } from '@vault/media-store';
import { TranscriberUnavailable } from '@vault/speech';
import type { Connection } from 'mongoose';
import { ToolCrashedError, MediaError, DiskFullError, DiskSpace } from '@vault/media';
import { makeFolder } from '@vault/media/testing';
import type { LeasedJob } from '../catalogue/assets.ts';
import { Catalogue } from '../catalogue/catalogue.ts';
import { addJob, nextDueAt } from '../catalogue/job-queue.ts';
import { engineRoles, defaultLimits, noTrace, silentLogger } from '../common/options.ts';
import { ProgressTracker } from '../common/progress-tracker.ts';
import { claimNext, newAsset } from '../testing/new-asset.ts';
import { secondConnection } from '../testing/second-connection.ts';
import { until } from '../testing/start-test-engine.ts';
import { type JobHandler, type StoreOutcome, JobRunner } from './job-runner.ts';

jest.setTimeout(60_000);

let folder: Awaited<ReturnType<typeof makeFolder>>;
let catalogue: Catalogue;
let disk: DiskSpace;
let free: number;
let progress: ProgressTracker;
beforeEach(async () => {
  folder = await makeFolder();
  catalogue = await Catalogue.open(folder.path);
  free = Number.MAX_SAFE_INTEGER;
  progress = new ProgressTracker(() => true);
  disk = new DiskSpace(folder.path, 1000, () => Promise.resolve(free));
});
afterEach(async () => {
  await catalogue.close();
  await folder.remove();
});

async function addAsset(owner?: string): Promise<string> {
  const asset = newAsset(owner === undefined ? {} : { owner });
  addJob(asset, 'ingest', asset.id);
  await catalogue.assets.insert(asset);
  return asset.id;
}

let isLocal = true;

function start(handler: Partial<JobHandler>, limits = {}, concurrency = 2, used = catalogue): JobRunner {
  const allLimits = { ...defaultLimits, ...limits };
  const mediaSweep = { clean: () => Promise.resolve() };
  const parts = {
    mediaSweep,
    storage: { isLocal },
    roles: engineRoles,
    limits: allLimits,
    logger: silentLogger,
    disk,
    trace: noTrace,
    progress,
  };
  const runner = new JobRunner(used, concurrency, parts);
  const one: JobHandler = { run: () => Promise.resolve(() => undefined), fail: () => undefined, ...handler };
  runner.start({ ingest: one, captions: one, storyboard: one, verification: one });
  return runner;
}

const isEmpty = async () => (await catalogue.assets.countQueued()) === 0 || undefined;

test('each job runs once, and no more than allowed run in parallel', async () => {
  for (let index = 0; index < 8; index += 1) await addAsset();
  const stored: string[] = [];
  let running = 0;
  let peak = 0;
  // The first one waits for another, however slow the machine is.
  const two = Promise.withResolvers<undefined>();
  const runner = start({
    run: async (job) => {
      peak = Math.max(peak, (running += 1));
      if (running === 2) two.resolve(undefined);
      await two.promise;
      await sleep(10);
      running -= 1;
      return () => stored.push(job.subjectId);
    },
  });
  await until(isEmpty, 'jobs are left');
  expect([new Set(stored).size, stored.length, peak]).toEqual([8, 8, 2]);
  await runner.stop();
});

test('jobs of different owners alternate, however many one owner has', async () => {
  const owned = new Map<string, string>();
  const add = async (name: string) => void owned.set(await addAsset(name[0]), name);
  for (const name of ['a1', 'a2', 'a3', 'a4']) await add(name);
  const order: (string | undefined)[] = [];
  const runner = start(
    {
      run: async (job) => {
        order.push(owned.get(job.subjectId));
        if (order.length === 1) for (const name of ['b1', 'b2', 'c1']) await add(name);
        return () => undefined;
      },
    },
    {},
    1,
  );
  await until(isEmpty, 'jobs are left');
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  await runner.stop();
});

test('a refused file fails once, an unknown error is retried, too many attempts are a failure', async () => {
  const failures: string[] = [];
  const fail: JobHandler['fail'] = (_, __, failure) => failures.push(failure.type);
  await addAsset();
  let runner = start({ run: () => Promise.reject(new MediaError('invalid_input', 'no')), fail });
  await until(isEmpty, 'the job is left');
  await runner.stop();
  await addAsset();
  let tries = 0;
  runner = start(
    { run: () => Promise.reject(new Error(`attempt ${(tries += 1)}`)), fail },
    { maxJobAttempts: 1 },
  );
  await until(isEmpty, 'the job is left');
  expect([failures, tries]).toEqual([['invalid_input', 'internal_error'], 1]);
  await runner.stop();
});

test('a job waits while the disk is full, however often, and completes when there is free space', async () => {
  const failures: string[] = [];
  const fail: JobHandler['fail'] = (_, __, failure) => failures.push(failure.type);
  const id = await addAsset();
  let tries = 0;
  const shown: unknown[] = [];
  const runner = start(
    {
      run: () => {
        tries += 1;
        shown.push(progress.get(id));
        progress.set(id, 'copying', 40);
        // First the file system's error, then the engine's.
        if (tries === 1) return Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
        if (tries === 2) return Promise.reject(new Error('not stored', { cause: new DiskFullError() }));
        return Promise.resolve(() => undefined);
      },
      fail,
    },
    { maxJobAttempts: 1 },
  );
  await until(isEmpty, 'the job is left');
  expect([tries, failures]).toEqual([3, []]);
  const waiting = { stage: 'waiting-for-space', percent: 0 };
  expect(shown).toEqual([{ percent: 0 }, waiting, waiting]);
  await runner.stop();
});

test.each([
  { isOfDisk: true, stage: 'waiting-for-space' },
  { isOfDisk: false, stage: 'waiting-for-storage' },
])('a job for which the store is full waits: $stage', async ({ isOfDisk, stage }) => {
  isLocal = isOfDisk;
  const id = await addAsset();
  const stages: unknown[] = [];
  const run = (): Promise<StoreOutcome> => {
    stages.push(progress.get(id).stage);
    if (stages.length === 1) return Promise.reject(new MediaStoreError('full', 'no room'));
    return Promise.resolve(() => undefined);
  };
  const runner = start({ run }, { maxJobAttempts: 1 });
  await until(isEmpty, 'the job is left');
  expect(stages).toEqual([undefined, stage]);
  await runner.stop();
  isLocal = true;
});

test.each([
  { reason: 'no-answer' as const, stage: 'waiting-for-recognition' },
  { reason: 'used-up' as const, stage: 'waiting-for-tomorrow' },
])('a job without a recogniser waits, as long as that says: $stage', async ({ reason, stage }) => {
  const id = await addAsset();
  const stages: unknown[] = [];
  const times: number[] = [];
  const run = (): Promise<StoreOutcome> => {
    stages.push(progress.get(id).stage);
    times.push(performance.now());
    if (stages.length === 1) return Promise.reject(new TranscriberUnavailable(reason, 3000));
    return Promise.resolve(() => undefined);
  };
  const runner = start({ run }, { maxJobAttempts: 1 });
  await until(isEmpty, 'the job is left');
  expect(stages).toEqual([undefined, stage]);
  // Longer than its own first delay; timers and due times have different clocks.
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(2900);
  await runner.stop();
});

test('the progress of a job ends with its work, also when the next job has the same subject', async () => {
  const [busy, id] = [await addAsset(), await addAsset()];
  let endBusy = (): void => undefined;
  const encoding: string[] = [];
  const isDone = new Promise<void>((resolve) => {
    endBusy = resolve;
  });
  const runner = start(
    {
      run: async ({ assetId, lane }) => {
        progress.set(assetId, 'copying', 100);
        if (lane === 'encode') encoding.push(assetId);
        if (lane === 'encode' && assetId === busy) await isDone;
        return (asset) => {
          if (lane === 'media') addJob(asset, 'ingest', assetId, { lane: 'encode' });
        };
      },
    },
    {},
    1,
  );
  const isWaiting = async () => (await catalogue.assets.jobStatistics(engineRoles, 0))[0]?.waiting === 1;
  await until(
    async () => (encoding.length === 1 && (await isWaiting())) || undefined,
    'no job waits for an encode',
  );
  expect([progress.get(busy), progress.get(id)]).toEqual([
    { stage: 'copying', percent: 100 },
    { percent: 0 },
  ]);
  endBusy();
  await until(isEmpty, 'a job is left');
  expect(progress.get(id)).toEqual({ percent: 0 });
  await runner.stop();
});

test('a job is tried again although the clock was set back while it waited', async () => {
  await addAsset();
  let tries = 0;
  const systemTime = Date.now;
  const runner = start({
    run: () => {
      tries += 1;
      if (tries === 1) return Promise.reject(new Error('not now'));
      return Promise.resolve(() => undefined);
    },
  });
  await until(
    async () => (tries === 1 && nextDueAt(await catalogue.assets.queued(), 0) < Infinity) || undefined,
    'it waits',
  );
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => systemTime() - 300);
  await until(isEmpty, 'the job is left');
  clock.mockRestore();
  expect(tries).toBe(2);
  await runner.stop();
});

test('no job starts while the disk is full', async () => {
  free = 100;
  await disk.start();
  await addAsset();
  let hasBegun = false;
  const runner = start({
    run: () => {
      hasBegun = true;
      return Promise.resolve(() => undefined);
    },
  });
  await sleep(100);
  expect([hasBegun, await catalogue.assets.countQueued()]).toEqual([false, 1]);
  free = 2000;
  await until(isEmpty, 'the job is left');
  await runner.stop();
  disk.stop();
});

test('a result that could not be stored leaves its job in the queue', async () => {
  await addAsset();
  let stores = 0;
  const runner = start({
    run: () =>
      Promise.resolve(() => {
        stores += 1;
        if (stores === 1) throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
      }),
  });
  await until(isEmpty, 'the job is left');
  expect(stores).toBe(2);
  await runner.stop();
});

test('when its program crashes twice, the job fails because of its file', async () => {
  const failures: string[] = [];
  await addAsset();
  let tries = 0;
  const runner = start({
    run: () => {
      tries += 1;
      return Promise.reject(new ToolCrashedError('no memory'));
    },
    fail: (_, __, failure) => failures.push(failure.message),
  });
  await until(isEmpty, 'the job is left');
  expect([tries, failures]).toEqual([2, [expect.stringContaining('needs more memory')]]);
  await runner.stop();
});

test('a stopped job starts again, and the stopped attempt does not count', async () => {
  await addAsset();
  const attempts: number[] = [];
  const hang = (job: LeasedJob, signal: AbortSignal): Promise<StoreOutcome> =>
    new Promise((_, reject) => {
      attempts.push(job.attempts);
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  for (let round = 0; round < 3; round += 1) {
    const runner = start({ run: hang });
    await until(() => (attempts.length > round ? true : undefined), 'the job did not start');
    await runner.stop();
  }
  expect(attempts).toEqual([1, 1, 1]);
});

test('a result is not stored after its asset was deleted', async () => {
  const id = await addAsset();
  let isStored = false;
  let finish = (): void => undefined;
  const runner = start({
    run: () => new Promise((resolve) => (finish = () => resolve(() => (isStored = true)))),
  });
  await sleep(50);
  await catalogue.assets.remove(id);
  finish();
  await runner.abort(() => true);
  expect([isStored, await catalogue.assets.countQueued()]).toEqual([false, 0]);
  await runner.stop();
});

describe('with other engines', () => {
  /** A second catalogue of the same file, which does not release leases at its start. */
  let shared: Catalogue;
  let connection: Connection;
  beforeEach(async () => {
    connection = await secondConnection(folder.path);
    shared = await Catalogue.over(connection);
  });
  afterEach(() => connection.close());

  test('a job of an engine that was killed is started again when its lease has ended', async () => {
    const id = await addAsset();
    const now = Date.now();
    await claimNext(catalogue, 'media', { now, until: now + 500 });
    const started: number[] = [];
    const run: JobHandler['run'] = (job) => {
      started.push(Date.now() - now);
      expect(job).toMatchObject({ assetId: id, attempts: 2, lease: 2 });
      return Promise.resolve(() => undefined);
    };
    const runner = start({ run }, { leaseSeconds: 0.3 }, 2, shared);
    await until(isEmpty, 'the job is left');
    expect(started).toHaveLength(1);
    expect(started[0]).toBeGreaterThanOrEqual(500);
    await runner.stop();
  });

  test('no lease of others ends just after the time of the database was set', async () => {
    const id = await addAsset();
    const now = shared.now();
    await claimNext(shared, 'media', { now, until: now - 1 });
    const isLeased = async () => (await catalogue.assets.byId(id))?.jobs[0]?.lease !== undefined;
    const settled = jest.spyOn(shared.clock!, 'isSettledFor').mockImplementation((ms) => ms < 60_000);
    await shared.releaseExpired(60_000);
    expect(await isLeased()).toBe(true);
    settled.mockRestore();
    await shared.releaseExpired(60_000);
    expect(await isLeased()).toBe(false);
  });

  test('a job that takes longer than its lease runs once, because its engine renews it', async () => {
    await addAsset();
    let runs = 0;
    const run: JobHandler['run'] = async () => {
      runs += 1;
      await sleep(3000);
      return () => undefined;
    };
    const runners = [
      start({ run }, { leaseSeconds: 1 }, 2, shared),
      start({ run }, { leaseSeconds: 1 }, 2, shared),
    ];
    await until(isEmpty, 'the job is left');
    expect(runs).toBe(1);
    for (const runner of runners) await runner.stop();
  });

  test('a job whose lease went to another engine is ended, and stores nothing', async () => {
    const id = await addAsset();
    const ends: string[] = [];
    const run: JobHandler['run'] = (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          ends.push((signal.reason as Error).message);
          reject(signal.reason as Error);
        });
      });
    const runner = start({ run }, { leaseSeconds: 0.3 }, 2, shared);
    const isLeased = async () => (await catalogue.assets.byId(id))?.jobs[0]?.lease === 1 || undefined;
    await until(isLeased, 'the job does not run');
    await catalogue.assets.change(id, ({ jobs }) => {
      Object.assign(jobs[0]!, { lease: 2, leasedUntil: Date.now() + 60_000 });
    });
    await until(() => ends.length > 0 || undefined, 'the job goes on');
    expect(ends).toEqual(['the lease of the job has ended']);
    await runner.stop();
    // The attempt that others have ended does not count.
    expect((await catalogue.assets.byId(id))?.jobs).toMatchObject([{ lease: 2, attempts: 0 }]);
  });
});
