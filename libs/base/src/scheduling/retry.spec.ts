import { retry } from './retry.ts';

describe(retry, () => {
  const failing = (times: number) => {
    let tries = 0;
    return () => {
      tries += 1;
      return tries > times ? Promise.resolve(tries) : Promise.reject(new Error(`failure ${String(tries)}`));
    };
  };

  it('repeats work until it succeeds, with a pause after each failure', async () => {
    const pauses: number[] = [];
    const pauseMs = (tries: number) => pauses.push(tries);
    expect(await retry(failing(3), { until: () => false, pauseMs })).toBe(4);
    expect(pauses).toEqual([1, 2, 3]);
  });

  it('gives up with the error of the work', async () => {
    const until = (error: unknown, tries: number) => tries === 2 || !(error instanceof Error);
    await expect(retry(failing(5), { until, pauseMs: 1 })).rejects.toThrow('failure 2');
  });

  it('ends with its signal', async () => {
    const until = () => false;
    const { signal } = new AbortController();
    await expect(retry(failing(1), { until, pauseMs: 1, signal })).resolves.toBe(2);
    const ended = { until, pauseMs: 60_000, signal: AbortSignal.timeout(5) };
    await expect(retry(failing(5), ended)).rejects.toThrow('aborted');
    await expect(retry(failing(5), { ...ended, signal: AbortSignal.abort() })).rejects.toThrow('failure 1');
  });
});
