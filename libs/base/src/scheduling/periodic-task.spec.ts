import { createLogger, type Logger } from '../logging/logger.ts';
import { until } from '../testing/until.ts';
import { PeriodicTask } from './periodic-task.ts';

const logger = createLogger({ level: 'silent' });

describe(PeriodicTask, () => {
  it('repeats the work, one run at a time', async () => {
    let [runs, running, maxRunning] = [0, 0, 0];
    const work = async () => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await new Promise((resolve) => setTimeout(resolve, 3));
      running -= 1;
      runs += 1;
    };
    const repeated = new PeriodicTask({ name: 'this', everyMs: 1, work, logger });
    repeated.start();
    await until(
      () => runs,
      (count) => count >= 3,
    );
    await repeated.stop();
    expect([running, maxRunning]).toEqual([0, 1]);
  });

  it('runs earlier when it is woken, and once more when that happens during a run', async () => {
    let runs = 0;
    const repeated: PeriodicTask = new PeriodicTask({
      name: 'this',
      everyMs: 3_600_000,
      work: () => {
        runs += 1;
        if (runs === 1) for (const ms of [5, 0, 3_000_000]) repeated.wake(ms);
        return Promise.resolve();
      },
      logger,
    });
    repeated.start();
    repeated.wake();
    await until(
      () => runs,
      (count) => count === 2,
    );
    await repeated.stop();
    repeated.wake();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(runs).toBe(2);
  });

  it('aborts the running work, waits for it, and starts no other', async () => {
    let [runs, ended] = [0, false];
    const work = (signal: AbortSignal) => {
      runs += 1;
      return new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => setTimeout(() => resolve(void (ended = true)), 5));
      });
    };
    const repeated = new PeriodicTask({ name: 'this', everyMs: 1, work, logger });
    repeated.start({ isFirstAtOnce: true });
    await until(
      () => runs,
      (count) => count === 1,
    );
    await repeated.stop();
    expect([runs, ended]).toEqual([1, true]);
  });

  it('continues after a failure, and logs its begin and its end once', async () => {
    const logged: string[] = [];
    const log = (_facts: object, text: string) => void logged.push(text);
    let runs = 0;
    const work = () => {
      runs += 1;
      return runs <= 3 ? Promise.reject(new Error('away')) : Promise.resolve();
    };
    const repeated = new PeriodicTask({
      name: 'watching',
      everyMs: 1,
      work,
      logger: { info: log, warn: log } as unknown as Logger,
    });
    repeated.start();
    await until(
      () => runs,
      (count) => count > 5,
    );
    await repeated.stop();
    expect(logged).toEqual(['watching failed and will be retried', 'watching works again']);
  });

  it('can be stopped before it was ever started', async () => {
    const repeated = new PeriodicTask({ name: 'this', everyMs: 1, work: () => Promise.resolve(), logger });
    await repeated.stop();
    repeated.start({ isFirstAtOnce: true });
    expect(repeated.signal.aborted).toBe(true);
  });
});
