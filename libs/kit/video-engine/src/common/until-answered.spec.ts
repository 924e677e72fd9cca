import { untilAnswered } from './until-answered.ts';

const away = new Error('away');
const options = (signal = new AbortController().signal) => {
  const failures: unknown[] = [];
  return {
    failures,
    signal,
    mayPass: (error: unknown) => error === away,
    onFailure: (error: unknown) => void failures.push(error),
  };
};

test('work is tried again until it succeeds, but not when only a person can help', async () => {
  const waits = options();
  let tries = 0;
  const work = () => {
    tries += 1;
    return tries < 3 ? Promise.reject(away) : Promise.resolve('done');
  };
  await expect(untilAnswered(work, waits)).resolves.toBe('done');
  expect(waits.failures).toEqual([away, away]);
  await expect(untilAnswered(() => Promise.reject(new Error('unfit')), waits)).rejects.toThrow('unfit');
});

test.each([
  ['between two tries', () => Promise.reject(away)],
  ['during a try without an answer', () => new Promise<never>(() => undefined)],
])('the wait ends at once %s', async (_, work) => {
  const ending = new AbortController();
  const waiting = untilAnswered(work, options(ending.signal));
  setTimeout(() => ending.abort(new Error('stopped')), 20);
  await expect(waiting).rejects.toThrow('stopped');
});
