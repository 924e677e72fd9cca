import { createLogger, type Logger } from '../logging/logger.ts';
import { until } from '../testing/until.ts';
import { RepeatedWork } from './repeated-work.ts';

const logger = createLogger({ level: 'silent' });

describe(RepeatedWork, () => {
  it('does the work again and again, one run at a time', async () => {
    let [runs, running, most] = [0, 0, 0];
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 3));
      running -= 1;
      runs += 1;
    };
    const repeated = new RepeatedWork({ name: 'this', everyMs: 1, work, logger });
    repeated.start();
    await until(
      () => runs,
      (count) => count >= 3,
    );
    await repeated.stop();
    expect([running, most]).toEqual([0, 1]);
  });

  it('tells the run under way to end, waits for it, and begins no other', async () => {
    let [runs, ended] = [0, false];
    const work = (signal: AbortSignal) => {
      runs += 1;
      return new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => setTimeout(() => resolve(void (ended = true)), 5));
      });
    };
    const repeated = new RepeatedWork({ name: 'this', everyMs: 1, work, logger });
    repeated.start({ isFirstAtOnce: true });
    await until(
      () => runs,
      (count) => count === 1,
    );
    await repeated.stop();
    expect([runs, ended]).toEqual([1, true]);
  });

  it('goes on after a failure, and says once that it began and once that it passed', async () => {
    const said: string[] = [];
    const say = (_facts: object, text: string) => void said.push(text);
    let runs = 0;
    const work = () => {
      runs += 1;
      return runs <= 3 ? Promise.reject(new Error('away')) : Promise.resolve();
    };
    const repeated = new RepeatedWork({
      name: 'watching',
      everyMs: 1,
      work,
      logger: { info: say, warn: say } as unknown as Logger,
    });
    repeated.start();
    await until(
      () => runs,
      (count) => count > 5,
    );
    await repeated.stop();
    expect(said).toEqual(['watching failed; it is tried again and again', 'watching works again']);
  });

  it('can be stopped before it was ever started', async () => {
    const repeated = new RepeatedWork({ name: 'this', everyMs: 1, work: () => Promise.resolve(), logger });
    await repeated.stop();
    repeated.start({ isFirstAtOnce: true });
    expect(repeated.signal.aborted).toBe(true);
  });
});
