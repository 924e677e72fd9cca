import '../testing/browser-globals.ts';
import { jest } from '@jest/globals';
import type { Operation, VideoRecord } from '@vault/contracts';
import { aVideo } from '../testing/a-video.ts';
import { createStore } from '../app/store.ts';
import { Generation } from './generation.ts';
import { selectGenerations } from './generations.slice.ts';

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
const fetchOperation = jest.fn<(id: string) => Promise<Operation>>();
const fetch = jest.fn<() => Promise<VideoRecord>>();
const onUnrequestedEnd = jest.fn<(ended: Operation) => void>();
let store: ReturnType<typeof createStore>;
let generation: Generation;

beforeEach(() => {
  jest.useFakeTimers();
  fetchOperation.mockReset();
  fetch.mockReset().mockResolvedValue(aVideo({ version: 7 }));
  onUnrequestedEnd.mockReset();
  store = createStore();
  generation = new Generation('video-1', store, { fetchOperation, fetch, onUnrequestedEnd });
});
afterEach(() => jest.useRealTimers());
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

test('an operation that has ended in the first answer is not polled', async () => {
  const record = aVideo({ version: 2 });
  const done = operation({ state: 'done', msg: 'Your edit was kept.' });
  const run = generation.run('quotes', '00:05:00', () => Promise.resolve({ record, operation: done }));
  expect(generation.progressOf('quotes', '00:05:00')).toBe(0);
  expect(generation.progressOf('quotes', '00:00:00')).toBe(-1);
  expect(await run).toEqual({ isDone: true, msg: 'Your edit was kept.', operation: done, record });
  expect(generation.isRunning('quotes')).toBe(false);
});

test('a running operation is polled with growing pauses until it has ended', async () => {
  fetchOperation.mockResolvedValue(operation({ progress: 40 }));
  const run = generation.run('quotes', '00:05:00', () =>
    Promise.resolve({ record: aVideo(), operation: operation() }),
  );
  await pass(1000);
  expect(fetchOperation.mock.calls).toEqual([['op-1']]);
  expect(generation.progressOf('quotes', '00:05:00')).toBe(40);
  await pass(60_000);
  const calls = fetchOperation.mock.calls.length;
  expect(calls).toBeGreaterThan(8);
  expect(calls).toBeLessThan(20);
  fetchOperation.mockResolvedValue(operation({ state: 'done' }));
  await pass(8000);
  expect(await run).toMatchObject({ isDone: true, record: { version: 7 } });
});

test('a failed operation reports its message', async () => {
  fetchOperation.mockResolvedValue(operation({ state: 'failed', msg: 'The chapter is gone.' }));
  const run = generation.run('quotes', '00:05:00', () =>
    Promise.resolve({ record: aVideo(), operation: operation() }),
  );
  await pass(1000);
  expect(await run).toEqual({ isDone: false, msg: 'The chapter is gone.' });
});

test('a refused call reports its message', async () => {
  const refused = { status: 403, data: { msg: 'No tokens are left.' } } as unknown as Error;
  expect(await generation.run('search', '00:05:00', () => Promise.reject(refused))).toEqual({
    isDone: false,
    msg: 'No tokens are left.',
    isRefused: true,
  });
});

test('a failed poll is retried', async () => {
  fetchOperation
    .mockRejectedValueOnce({ status: 'FETCH_ERROR' })
    .mockResolvedValue(operation({ state: 'done' }));
  const run = generation.run('quotes', '00:05:00', () =>
    Promise.resolve({ record: aVideo(), operation: operation() }),
  );
  await pass(3000);
  expect(await run).toMatchObject({ isDone: true });
});

/** A record that lists a running operation. */
const listed = (change: Partial<Operation> = {}) => aVideo({ operations: [operation(change)] });

test('the first chapters of a video are told from regenerated ones, until they are ready', async () => {
  const isFirst = () => selectGenerations(store.getState(), 'video-1').chapters?.isFirst;
  fetchOperation.mockResolvedValue(operation({ kind: 'chapters', chapterStart: null, progress: 40 }));
  const change = { kind: 'chapters', chapterStart: null } as const;
  generation.followListed({ ...listed(change), chapters: [] });
  expect(isFirst()).toBe(true);
  await pass(1000);
  expect(generation.progressOf('chapters', null)).toBe(40);
  expect(isFirst()).toBe(true);
  fetchOperation.mockResolvedValue(operation({ ...change, state: 'done' }));
  await pass(3000);
  generation.followListed(listed({ ...change, id: 'op-2' }));
  expect(isFirst()).toBe(false);
});

test('an operation of another page is polled once, and its end is reported', async () => {
  fetchOperation.mockResolvedValue(operation({ state: 'done', result: '[]' }));
  generation.followListed(listed());
  generation.followListed(listed());
  expect(generation.progressOf('quotes', '00:05:00')).toBe(10);
  await pass(1000);
  expect(fetchOperation).toHaveBeenCalledTimes(1);
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(onUnrequestedEnd.mock.calls).toEqual([[operation({ state: 'done', result: '[]' })]]);
  expect(generation.isRunning('quotes')).toBe(false);
  // An older record may still list it.
  generation.followListed(listed());
  expect(generation.isRunning('quotes')).toBe(false);
});

test('polling stops when the page is closed', async () => {
  fetchOperation.mockResolvedValue(operation());
  generation.followListed(listed());
  await pass(1000);
  generation.close();
  const calls = fetchOperation.mock.calls.length;
  await pass(60_000);
  expect(fetchOperation.mock.calls.length - calls).toBeLessThanOrEqual(1);
});

test('after the page was closed its operations do not change the state, which another page of the video may use', async () => {
  const store = createStore();
  const closed = new Generation('video-1', store, { fetchOperation, fetch, onUnrequestedEnd });
  const next = new Generation('video-1', store, { fetchOperation, fetch, onUnrequestedEnd });
  fetchOperation.mockResolvedValue(operation({ progress: 40 }));
  closed.followListed(listed());
  closed.close();
  expect(next.isRunning('quotes')).toBe(false);
  next.followListed(listed());
  await pass(1000);
  expect(next.progressOf('quotes', '00:05:00')).toBe(40);
});
