import { jest } from '@jest/globals';
import type { Operation, VideoRecord } from '@vault/contracts';
import { aVideo } from '../../testing/a-video.ts';
import { Writing } from './writing.ts';

const operation = (change: Partial<Operation> = {}): Operation => ({
  id: 'op-1',
  kind: 'quotes',
  state: 'running',
  progress: 10,
  chapterStart: '00:05:00',
  msg: '',
  system_message: '',
  user_message: '',
  result: '',
  ...change,
});
const ask = jest.fn<(id: string) => Promise<Operation>>();
const fetch = jest.fn<() => Promise<VideoRecord>>();
const onFoundEnd = jest.fn<(ended: Operation) => void>();
let writing: Writing;

beforeEach(() => {
  jest.useFakeTimers();
  ask.mockReset();
  fetch.mockReset().mockResolvedValue(aVideo({ version: 7 }));
  onFoundEnd.mockReset();
  writing = new Writing({ ask, fetch, onFoundEnd });
});
afterEach(() => {
  jest.useRealTimers();
});
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

test('an answer that is the end ends it', async () => {
  const record = aVideo({ version: 2 });
  const done = operation({ state: 'done', msg: 'Your edit was kept.' });
  const run = writing.run('quotes', '00:05:00', () => Promise.resolve({ record, operation: done }));
  expect(writing.progressOf('quotes', '00:05:00')).toBe(0);
  expect(writing.progressOf('quotes', '00:00:00')).toBe(-1);
  expect(await run).toEqual({ isDone: true, msg: 'Your edit was kept.', operation: done, record });
  expect(writing.isRunning('quotes')).toBe(false);
});

test('what still runs is asked about, less and less often, until it has ended', async () => {
  ask.mockResolvedValue(operation({ progress: 40 }));
  const run = writing.run('quotes', '00:05:00', () =>
    Promise.resolve({ record: aVideo(), operation: operation() }),
  );
  await pass(1000);
  expect(ask.mock.calls).toEqual([['op-1']]);
  expect(writing.progressOf('quotes', '00:05:00')).toBe(40);
  await pass(60_000);
  const asked = ask.mock.calls.length;
  expect(asked).toBeGreaterThan(8);
  expect(asked).toBeLessThan(20);
  ask.mockResolvedValue(operation({ state: 'done' }));
  await pass(8000);
  expect(await run).toMatchObject({ isDone: true, record: { version: 7 } });
});

test('what failed says why', async () => {
  ask.mockResolvedValue(operation({ state: 'failed', msg: 'The chapter is gone.' }));
  const run = writing.run('quotes', '00:05:00', () =>
    Promise.resolve({ record: aVideo(), operation: operation() }),
  );
  await pass(1000);
  expect(await run).toEqual({ isDone: false, msg: 'The chapter is gone.' });
});

test('a refused call says why', async () => {
  const refused = { status: 403, data: { msg: 'No tokens are left.' } } as unknown as Error;
  expect(await writing.run('search', '00:05:00', () => Promise.reject(refused))).toEqual({
    isDone: false,
    msg: 'No tokens are left.',
    isRefused: true,
  });
});

test('an answer that does not come is asked for again', async () => {
  ask.mockRejectedValueOnce({ status: 'FETCH_ERROR' }).mockResolvedValue(operation({ state: 'done' }));
  const run = writing.run('quotes', '00:05:00', () =>
    Promise.resolve({ record: aVideo(), operation: operation() }),
  );
  await pass(3000);
  expect(await run).toMatchObject({ isDone: true });
});

test('what another page asked for is followed once, and its end is told', async () => {
  ask.mockResolvedValue(operation({ state: 'done', result: '[]' }));
  writing.found([operation()]);
  writing.found([operation()]);
  expect(writing.progressOf('quotes', '00:05:00')).toBe(10);
  await pass(1000);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(onFoundEnd.mock.calls).toEqual([[operation({ state: 'done', result: '[]' })]]);
  expect(writing.isRunning('quotes')).toBe(false);
  // An older record may still tell of it.
  writing.found([operation()]);
  expect(writing.isRunning('quotes')).toBe(false);
});

test('nobody asks for a page that is gone', async () => {
  ask.mockResolvedValue(operation());
  writing.found([operation()]);
  await pass(1000);
  writing.close();
  const asked = ask.mock.calls.length;
  await pass(60_000);
  expect(ask.mock.calls.length - asked).toBeLessThanOrEqual(1);
});
