import { jest } from '@jest/globals';
import {
  FakeResumableStore,
  fileNamed,
  flushPromises,
  setUpQueue as setUp,
} from '../../../testing/upload-fixture.ts';

test('files go one at a time, each is saved under its name and leaves the queue', async () => {
  const { queue, uploads, saveTitle, onSaved, onArrived } = setUp();
  queue.add([fileNamed('Kick-off 2025.mp4'), fileNamed('Q3.final.mov')]);
  await flushPromises();
  expect(queue.snapshot().map(({ phase }) => phase)).toEqual(['sending', 'waiting']);

  await uploads[0]!.openSession();
  uploads[0]!.become({ state: 'success', progress: 100 });
  await flushPromises();
  expect(onArrived).toHaveBeenCalledTimes(1);
  expect(saveTitle).toHaveBeenCalledWith(
    { id: 's1', uploadId: 'u1', url: '/up/1', workspace: '' },
    'Kick-off 2025',
  );
  expect(onSaved).toHaveBeenCalledTimes(1);
  expect(queue.snapshot().map(({ name, phase }) => [name, phase])).toEqual([['Q3.final.mov', 'sending']]);
  expect(uploads).toHaveLength(2);
});

test('a failed file does not block the next one, a paused file does', async () => {
  const { queue, uploads } = setUp();
  queue.add([fileNamed('a.mp4'), fileNamed('b.mp4'), fileNamed('c.mp4')]);
  await flushPromises();
  uploads[0]!.become({ state: 'error', message: 'Server responded with 500. Stopping upload.' });
  await flushPromises();
  expect(queue.snapshot().map(({ phase }) => phase)).toEqual(['sending', 'sending', 'waiting']);
  queue.pause(queue.snapshot()[1]!.key);
  await flushPromises();
  expect(queue.snapshot().map(({ transfer }) => transfer?.state)).toEqual(['error', 'paused', undefined]);
  expect(uploads).toHaveLength(2);
});

test('a title that was not saved can be saved again, without sending the file again', async () => {
  const { queue, uploads, saveTitle, onSaved } = setUp();
  saveTitle.mockRejectedValueOnce(new Error('503'));
  queue.add([fileNamed('a.mp4')]);
  await flushPromises();
  await uploads[0]!.openSession();
  uploads[0]!.become({ state: 'success' });
  await flushPromises();
  expect(queue.snapshot()[0]?.phase).toBe('unsaved');
  queue.retry(queue.snapshot()[0]!.key);
  await flushPromises();
  expect(onSaved).toHaveBeenCalledTimes(1);
  expect(queue.snapshot()).toEqual([]);
  expect(uploads).toHaveLength(1);
});

describe('saving a title is retried automatically', () => {
  const setOnline = (isOnline: boolean) =>
    jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(isOnline);

  async function arriveUnsaved(cause: unknown) {
    const parts = setUp();
    parts.saveTitle.mockRejectedValue(cause);
    parts.queue.add([fileNamed('a.mp4')]);
    await jest.advanceTimersByTimeAsync(0);
    await parts.uploads[0]!.openSession();
    parts.uploads[0]!.become({ state: 'success' });
    await jest.advanceTimersByTimeAsync(0);
    return parts;
  }

  beforeEach(() => jest.useFakeTimers());

  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  test('at once when the browser is online again', async () => {
    setOnline(false);
    const { queue, saveTitle, onSaved } = await arriveUnsaved(new Error('no connection'));
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(saveTitle).toHaveBeenCalledTimes(1);
    expect(queue.snapshot()[0]).toMatchObject({ phase: 'unsaved', hasAutoRetry: true });
    saveTitle.mockResolvedValue();
    setOnline(true);
    window.dispatchEvent(new Event('online'));
    await jest.advanceTimersByTimeAsync(0);
    expect(onSaved).toHaveBeenCalledTimes(1);
    expect(queue.snapshot()).toEqual([]);
  });

  test('after growing pauses, with one error message, up to a limit; a manual retry still works', async () => {
    const { queue, saveTitle, onUnsaved, onSaved } = await arriveUnsaved({ status: 503, data: '' });
    await jest.advanceTimersByTimeAsync(2_000);
    expect(saveTitle).toHaveBeenCalledTimes(2);
    await jest.advanceTimersByTimeAsync(3_999);
    expect(saveTitle).toHaveBeenCalledTimes(2);
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(saveTitle).toHaveBeenCalledTimes(13);
    expect(onUnsaved).toHaveBeenCalledTimes(1);
    expect(queue.snapshot()[0]).toMatchObject({ phase: 'unsaved', hasAutoRetry: false });
    saveTitle.mockResolvedValue();
    queue.retry(queue.snapshot()[0]!.key);
    await jest.advanceTimersByTimeAsync(0);
    expect(onSaved).toHaveBeenCalledTimes(1);
  });

  test('not after the server has refused it or the upload was cancelled', async () => {
    const refused = await arriveUnsaved({ status: 404, data: '' });
    expect(refused.queue.snapshot()[0]).toMatchObject({ phase: 'unsaved', hasAutoRetry: false });
    const { queue, saveTitle } = await arriveUnsaved(new Error('no connection'));
    queue.cancel(queue.snapshot()[0]!.key);
    window.dispatchEvent(new Event('online'));
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(saveTitle).toHaveBeenCalledTimes(1);
    expect(refused.saveTitle).toHaveBeenCalledTimes(1);
  });
});

describe('a file whose session could not be opened', () => {
  const failedWith = (status: number | string) => ({
    state: 'error' as const,
    failure: {
      kind: 'endpoint-failed' as const,
      cause: new Error('The upload could not be started.', { cause: { status, data: '' } }),
    },
  });

  async function openTwo() {
    const parts = setUp();
    parts.queue.add([fileNamed('a.mp4'), fileNamed('b.mp4')]);
    await jest.advanceTimersByTimeAsync(0);
    return parts;
  }

  beforeEach(() => jest.useFakeTimers());

  afterEach(() => jest.useRealTimers());

  test.each(['FETCH_ERROR', 502, 503])('is tried again after %s, and the next one waits', async (status) => {
    const { queue, uploads } = await openTwo();
    for (const pauseMs of [2000, 4000]) {
      uploads[0]!.become(failedWith(status));
      await jest.advanceTimersByTimeAsync(pauseMs - 1);
      expect(queue.snapshot()[0]).toMatchObject({ hasAutoRetry: true, transfer: { state: 'error' } });
      await jest.advanceTimersByTimeAsync(1);
      expect(uploads[0]!.snapshot().state).toBe('uploading');
    }
    expect(queue.snapshot().map(({ phase }) => phase)).toEqual(['sending', 'waiting']);
    expect(uploads).toHaveLength(1);
  });

  test('does not block the next one for ever', async () => {
    const { queue, uploads } = await openTwo();
    for (let failures = 0; failures < 13; failures += 1) {
      uploads[0]!.become(failedWith(503));
      await jest.advanceTimersByTimeAsync(60_000);
    }
    expect(queue.snapshot()[0]).toMatchObject({ hasAutoRetry: false, transfer: { state: 'error' } });
    expect(uploads).toHaveLength(2);
  });

  test.each([402, 403, 429, 507])(
    'is not tried again after a refusal (%i), and the next one goes on',
    async (status) => {
      const { queue, uploads } = await openTwo();
      uploads[0]!.become(failedWith(status));
      await jest.advanceTimersByTimeAsync(3_600_000);
      expect(uploads[0]!.snapshot().state).toBe('error');
      expect(queue.snapshot().map(({ phase }) => phase)).toEqual(['sending', 'sending']);
    },
  );

  test('is not tried again after it was cancelled, and its manual retry ends the wait', async () => {
    const { queue, uploads } = await openTwo();
    uploads[0]!.become(failedWith(503));
    queue.retry(queue.snapshot()[0]!.key);
    uploads[0]!.become({ state: 'paused' });
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(uploads[0]!.snapshot().state).toBe('paused');
    uploads[0]!.become(failedWith(503));
    queue.cancel(queue.snapshot()[0]!.key);
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(uploads[0]!.snapshot().state).toBe('error');
    expect(queue.snapshot().map(({ name, phase }) => [name, phase])).toEqual([['b.mp4', 'sending']]);
  });
});

test('after a reload the same file resumes in its session', async () => {
  const remembered = new FakeResumableStore();
  const before = setUp(remembered);
  before.queue.add([fileNamed('a.mp4')]);
  await flushPromises();
  await before.uploads[0]!.openSession();
  before.queue.stop();
  expect(before.uploads[0]!.isDisposed).toBe(true);
  expect(before.unfinished.list()).toEqual([{ id: 's1', name: 'a.mp4', totalBytes: 5, workspace: '' }]);

  const after = setUp(remembered);
  after.queue.add([fileNamed('a.mp4')]);
  await flushPromises();
  expect(after.uploads[0]!.options.resumeFrom).toBe('/up/1');
  after.uploads[0]!.become({ state: 'success' });
  await flushPromises();
  expect(after.saveTitle).toHaveBeenCalledWith(expect.objectContaining({ id: 's1' }), 'a');
  expect(after.unfinished.list()).toEqual([]);
});

test('a file belongs to the workspace that was shown when it was added, and is resumed only there', async () => {
  const remembered = new FakeResumableStore();
  const before = setUp(remembered);
  before.shown.workspace = 'acme';
  before.queue.add([fileNamed('a.mp4'), fileNamed('b.mp4')]);
  before.shown.workspace = '';
  await flushPromises();
  await before.uploads[0]!.openSession();
  before.uploads[0]!.become({ state: 'success' });
  await flushPromises();
  await before.uploads[1]!.openSession();
  expect(before.openedIn).toEqual(['acme', 'acme']);
  expect(before.saveTitle.mock.lastCall?.[0].workspace).toBe('acme');
  before.queue.stop();

  const elsewhere = setUp(remembered);
  elsewhere.queue.add([fileNamed('b.mp4')]);
  await flushPromises();
  expect(elsewhere.uploads[0]!.options.resumeFrom).toBeUndefined();
  const there = setUp(remembered);
  there.shown.workspace = 'acme';
  there.queue.add([fileNamed('b.mp4')]);
  await flushPromises();
  expect(there.uploads[0]!.options.resumeFrom).toBe('/up/2');
});

test('a cancelled file is not offered again, and the next one starts', async () => {
  const { queue, uploads, unfinished } = setUp();
  queue.add([fileNamed('a.mp4'), fileNamed('b.mp4')]);
  await flushPromises();
  await uploads[0]!.openSession();
  queue.cancel(queue.snapshot()[0]!.key);
  await flushPromises();
  expect(uploads[0]!.isDisposed).toBe(true);
  expect(unfinished.list()).toEqual([]);
  expect(queue.snapshot().map(({ name, phase }) => [name, phase])).toEqual([['b.mp4', 'sending']]);
});

test('the page warns before it is left during an upload, and only then', async () => {
  const isLeavingBlocked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const { queue, uploads } = setUp();
  expect(isLeavingBlocked()).toBe(false);
  queue.add([fileNamed('a.mp4')]);
  await flushPromises();
  expect(isLeavingBlocked()).toBe(true);
  await uploads[0]!.openSession();
  uploads[0]!.become({ state: 'success' });
  await flushPromises();
  expect(isLeavingBlocked()).toBe(false);
});

test('the session of a refused file is ended, and a retry opens a new one', async () => {
  const { queue, uploads, endSession, unfinished } = setUp();
  queue.add([fileNamed('notes.mp4')]);
  await flushPromises();
  await uploads[0]!.openSession();
  uploads[0]!.become({ state: 'error', failure: { kind: 'server', status: 415 } });
  await flushPromises();
  expect(endSession.mock.calls.map(([{ id }]) => id)).toEqual(['s1']);
  expect(unfinished.list()).toEqual([]);
  expect(queue.snapshot()).toHaveLength(1);
  queue.cancel(queue.snapshot()[0]!.key);
  await flushPromises();
  expect(endSession).toHaveBeenCalledTimes(1);
});

test('the session of a cancelled upload is ended, that of a file that has arrived is not', async () => {
  const { queue, uploads, endSession, saveTitle } = setUp();
  queue.add([fileNamed('a.mp4')]);
  await flushPromises();
  await uploads[0]!.openSession();
  queue.cancel(queue.snapshot()[0]!.key);
  await flushPromises();
  expect(endSession.mock.calls.map(([{ id }]) => id)).toEqual(['s1']);
  saveTitle.mockRejectedValue(new Error('away'));
  queue.add([fileNamed('b.mp4')]);
  await flushPromises();
  await uploads[1]!.openSession();
  uploads[1]!.become({ state: 'success', progress: 100 });
  await flushPromises();
  queue.cancel(queue.snapshot()[0]!.key);
  await flushPromises();
  expect(endSession).toHaveBeenCalledTimes(1);
});
