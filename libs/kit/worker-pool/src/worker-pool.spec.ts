import { monitorEventLoopDelay } from 'node:perf_hooks';
import { QueueFullError } from './fair-queue.ts';
import type { double, fail, hoard, spin } from './testing/some-work.ts';
import { WorkerDeadlineError, WorkerPool } from './worker-pool.ts';
import { workerTask } from './worker-task.ts';

const module = new URL('./testing/some-work.js', import.meta.url);
const doubling = workerTask<typeof double>(module, 'double');
const failing = workerTask<typeof fail>(module, 'fail');
const spinning = workerTask<typeof spin>(module, 'spin');
const hoarding = workerTask<typeof hoard>(module, 'hoard');

describe(WorkerPool, () => {
  let pool: WorkerPool;
  beforeEach(() => {
    pool = new WorkerPool({ threads: 2, waiting: 4, waitingPerOwner: 2, memoryMiB: 64 });
  });
  afterEach(() => pool.close());
  const anna = { owner: 'anna', deadlineMs: 30_000 };
  const ben = { owner: 'ben', deadlineMs: 30_000 };

  it('gives the result, or the error of the function', async () => {
    await expect(pool.run(doubling, 21, anna)).resolves.toBe(42);
    await expect(pool.run(failing, 'no such word', anna)).rejects.toThrow('no such word');
  });

  it('ends a task at its deadline, and its thread is free again', async () => {
    await expect(pool.run(spinning, undefined, { ...anna, deadlineMs: 100 })).rejects.toThrow(
      WorkerDeadlineError,
    );
    await expect(pool.run(doubling, 1, anna)).resolves.toBe(2);
  });

  it('ends a task whose caller has gone, while it waits and while it runs', async () => {
    const gone = new AbortController();
    const running = pool.run(spinning, undefined, { ...anna, signal: gone.signal });
    const waiting = pool.run(doubling, 1, { ...anna, signal: gone.signal });
    gone.abort(new Error('the caller has gone'));
    await expect(running).rejects.toThrow('the caller has gone');
    await expect(waiting).rejects.toThrow('the caller has gone');
    await expect(pool.run(doubling, 1, anna)).resolves.toBe(2);
  });

  it('serves others while one owner has endless work, and refuses more of this owner', async () => {
    const end = new AbortController();
    const endless = Array.from({ length: 3 }, () =>
      pool.run(spinning, undefined, { ...anna, signal: end.signal }).catch(() => 'ended'),
    );
    await expect(pool.run(doubling, 1, anna)).rejects.toThrow(QueueFullError);
    const answers = await Promise.all([1, 2, 3].map((value) => pool.run(doubling, value, ben)));
    expect(answers).toEqual([2, 4, 6]);
    end.abort();
    await expect(Promise.all(endless)).resolves.toEqual(['ended', 'ended', 'ended']);
  });

  it('fails a task that takes too much memory, and nothing else', async () => {
    await expect(pool.run(hoarding, undefined, anna)).rejects.toThrow(/memory/);
    await expect(pool.run(doubling, 1, anna)).resolves.toBe(2);
  });

  it('leaves the event loop free', async () => {
    await pool.run(doubling, 1, anna);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const taskMs = 3_000;
    await pool.run(spinning, undefined, { ...anna, deadlineMs: taskMs }).catch(() => undefined);
    delay.disable();
    expect(delay.max / 1e6).toBeLessThan(taskMs / 2);
  });
});
