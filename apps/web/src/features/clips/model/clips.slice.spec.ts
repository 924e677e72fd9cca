import '../../../testing/browser-globals.ts';
import { jest } from '@jest/globals';
import { createStore } from '../../../app/store.ts';
import type { AppStore } from '../../../store/hooks.ts';
import { ownerChanged } from '../../../store/root-reducer.ts';
import { checkEveryMs, clipEnded, maxChecks, orderClip, selectPendingClips } from './clips.slice.ts';
import type { ClipOrder } from './clips.slice.ts';

const order: ClipOrder = {
  videoId: 'video-1',
  assetId: 'asset-1',
  title: 'Retention by cohort',
  clip: { from: 10, to: 90, frame: 'recorded', centre: 0.5, fit: 'crop', captions: 'none' },
  toast: { durationMs: 3000, position: 'top' },
};
const success = 'Video clip successful. It may take a moment before it starts to download.';

const cut = jest.fn<(order: ClipOrder) => Promise<string>>();
const isReady = jest.fn<(link: string) => Promise<boolean>>();
const download = jest.fn<(link: string, name: string) => void>();
let toasts: { kind: string; text: string }[] = [];
let store: AppStore;
const pending = () => selectPendingClips(store.getState());
const send = (clip = order) =>
  store.dispatch(orderClip(clip, { cut, isReady, download, showToast: (toast) => toasts.push(toast) }));

beforeEach(() => {
  jest.useFakeTimers();
  toasts = [];
  cut.mockReset().mockResolvedValue('/media/clip-1/highest.mp4');
  isReady.mockReset().mockResolvedValue(false);
  download.mockReset();
  store = createStore();
});
afterEach(() => {
  store.dispatch(ownerChanged('user'));
  jest.useRealTimers();
});
const pass = (checks: number) => jest.advanceTimersByTimeAsync(checks * checkEveryMs);

test('a clip is checked every five seconds until it is ready, then downloaded', async () => {
  expect(await send()).toBe(true);
  expect(toasts).toEqual([{ kind: 'success', text: success, durationMs: 3000, position: 'top' }]);
  await pass(2);
  expect(isReady).toHaveBeenCalledTimes(3);
  await jest.advanceTimersByTimeAsync(checkEveryMs - 1);
  expect(isReady).toHaveBeenCalledTimes(3);
  isReady.mockResolvedValue(true);
  await jest.advanceTimersByTimeAsync(1);
  expect(download.mock.calls).toEqual([['/media/clip-1/highest.mp4', 'clip_00:00:10-00:01:30.mp4']]);
  expect(pending()).toEqual([]);
  await pass(3);
  expect(isReady).toHaveBeenCalledTimes(4);
});

test('a clip that is ready already is downloaded at once', async () => {
  isReady.mockResolvedValue(true);
  await send();
  await pass(0);
  expect(download).toHaveBeenCalledTimes(1);
});

test('a check that fails counts as a check and does not end the waiting', async () => {
  const info = jest.spyOn(console, 'info').mockImplementation(() => undefined);
  isReady.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await send();
  isReady.mockResolvedValue(true);
  await pass(1);
  expect(download).toHaveBeenCalledTimes(1);
  info.mockRestore();
});

test("Clip readiness: after the attempts are used up, the polling gives up with 'Timeout reached'. Clip readiness polling: HEAD check every 5000 ms, up to 120 attempts.", async () => {
  await send();
  await pass(maxChecks - 2);
  expect(isReady).toHaveBeenCalledTimes(maxChecks - 1);
  expect(toasts.map(({ text }) => text)).toEqual([success]);
  await pass(1);
  expect([checkEveryMs, maxChecks]).toEqual([5_000, 120]);
  expect(isReady).toHaveBeenCalledTimes(120);
  expect(toasts.at(-1)).toEqual({
    kind: 'error',
    text: 'Timeout reached',
    durationMs: 3000,
    position: 'top',
  });
  await pass(5);
  expect(isReady).toHaveBeenCalledTimes(120);
  expect(download).not.toHaveBeenCalled();
  expect(pending()).toEqual([]);
});

test.each([
  [new Error('There are 50 clips of this video.'), 'There are 50 clips of this video.'],
  [new Error(''), 'Error to cut video'],
])('shows the reason of a refusal: %p', async (refusal, text) => {
  cut.mockRejectedValue(refusal);
  expect(await send()).toBe(false);
  expect(toasts).toEqual([{ kind: 'error', text, durationMs: 3000, position: 'top' }]);
  await pass(2);
  expect(isReady).not.toHaveBeenCalled();
  cut.mockResolvedValue('/media/clip-1/highest.mp4');
  expect(await send()).toBe(true);
});

test('a pending clip is not requested twice; other spans are independent', async () => {
  await send();
  expect(await send()).toBe(true);
  expect(cut).toHaveBeenCalledTimes(1);
  await send({ ...order, clip: { ...order.clip, from: 0 } });
  await send({ ...order, clip: { ...order.clip, frame: 'square' } });
  expect(pending().map(({ clip, phase }) => [clip.from, clip.frame, phase])).toEqual([
    [10, 'recorded', 'making'],
    [0, 'recorded', 'making'],
    [10, 'square', 'making'],
  ]);
});

test('a clip whose file has no link yet is not waited for', async () => {
  cut.mockResolvedValue('');
  expect(await send()).toBe(true);
  expect(toasts.map(({ text }) => text)).toEqual([success]);
  expect(pending()).toEqual([]);
  await pass(1);
  expect(isReady).not.toHaveBeenCalled();
});

test('a cancelled clip shows and downloads nothing more', async () => {
  await send();
  store.dispatch(clipEnded(pending()[0]!.id));
  expect(pending()).toEqual([]);
  isReady.mockResolvedValue(true);
  await pass(3);
  expect(isReady).toHaveBeenCalledTimes(1);
  expect(download).not.toHaveBeenCalled();
  expect(toasts).toHaveLength(1);
});

test('a clip cancelled before the server accepted it stays cancelled', async () => {
  let accept: (link: string) => void = () => undefined;
  cut.mockReturnValue(new Promise((resolve) => (accept = resolve)));
  const ordered = send();
  store.dispatch(ownerChanged('user'));
  accept('/media/clip-1/highest.mp4');
  expect(await ordered).toBe(true);
  await pass(2);
  expect(toasts).toEqual([]);
  expect(isReady).not.toHaveBeenCalled();
});

test('an audio clip gets the extension m4a', async () => {
  cut.mockResolvedValue('/media/clip-1/audio.m4a');
  isReady.mockResolvedValue(true);
  await send();
  await pass(0);
  expect(download.mock.calls[0]?.[1]).toBe('clip_00:00:10-00:01:30.m4a');
});
