import { jest } from '@jest/globals';
import { ClipDownloads, checkEveryMs, mostChecks } from './clip-downloads.ts';
import type { ClipOrder } from './clip-downloads.ts';

const order: ClipOrder = {
  assetId: 'asset-1',
  title: 'Retention by cohort',
  times: { timeIn: '00:00:10', timeOut: '00:01:30' },
  toast: { durationMs: 3000, place: 'top' },
};
const success = 'Video clip successful. It may take a moment before it starts to download.';

const cut = jest.fn<(order: ClipOrder) => Promise<string>>();
const isThere = jest.fn<(link: string, signal: AbortSignal) => Promise<boolean>>();
const download = jest.fn<(link: string, name: string) => void>();
let said: { kind: string; text: string }[] = [];
let clips: ClipDownloads;

beforeEach(() => {
  jest.useFakeTimers();
  said = [];
  cut.mockReset().mockResolvedValue('/media/clip-1/highest.mp4');
  isThere.mockReset().mockResolvedValue(false);
  download.mockReset();
  clips = new ClipDownloads({ cut, isThere, download, say: (toast) => said.push(toast) });
});
afterEach(() => {
  clips.stop();
  jest.useRealTimers();
});
const pass = (checks: number) => jest.advanceTimersByTimeAsync(checks * checkEveryMs);

test('a clip is asked for every five seconds until it is there, then downloaded', async () => {
  expect(await clips.order(order)).toBe(true);
  expect(said).toEqual([{ kind: 'success', text: success, durationMs: 3000, place: 'top' }]);
  await pass(2);
  expect(isThere).toHaveBeenCalledTimes(3);
  await jest.advanceTimersByTimeAsync(checkEveryMs - 1);
  expect(isThere).toHaveBeenCalledTimes(3);
  isThere.mockResolvedValue(true);
  await jest.advanceTimersByTimeAsync(1);
  expect(download.mock.calls).toEqual([['/media/clip-1/highest.mp4', 'clip_00:00:10-00:01:30.mp4']]);
  expect(clips.snapshot()).toEqual([]);
  await pass(3);
  expect(isThere).toHaveBeenCalledTimes(4);
});

test('one that is there already is downloaded at once', async () => {
  isThere.mockResolvedValue(true);
  await clips.order(order);
  await pass(0);
  expect(download).toHaveBeenCalledTimes(1);
});

test('a line that fails ends nothing: it counts as a check', async () => {
  const told = jest.spyOn(console, 'info').mockImplementation(() => undefined);
  isThere.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await clips.order(order);
  isThere.mockResolvedValue(true);
  await pass(1);
  expect(download).toHaveBeenCalledTimes(1);
  told.mockRestore();
});

test('after the last check it is given up, and that is said', async () => {
  await clips.order(order);
  await pass(mostChecks - 2);
  expect(isThere).toHaveBeenCalledTimes(mostChecks - 1);
  expect(said.map(({ text }) => text)).toEqual([success]);
  await pass(1);
  expect(isThere).toHaveBeenCalledTimes(120);
  expect(said.at(-1)).toEqual({ kind: 'error', text: 'Timeout reached', durationMs: 3000, place: 'top' });
  await pass(5);
  expect(isThere).toHaveBeenCalledTimes(120);
  expect(download).not.toHaveBeenCalled();
  expect(clips.snapshot()).toEqual([]);
});

test.each([
  [new Error('There are 50 clips of this video.'), 'There are 50 clips of this video.'],
  [new Error(''), 'Error to cut video'],
])('a refusal is said: %p', async (refusal, text) => {
  cut.mockRejectedValue(refusal);
  expect(await clips.order(order)).toBe(false);
  expect(said).toEqual([{ kind: 'error', text, durationMs: 3000, place: 'top' }]);
  await pass(2);
  expect(isThere).not.toHaveBeenCalled();
  cut.mockResolvedValue('/media/clip-1/highest.mp4');
  expect(await clips.order(order)).toBe(true);
});

test('what is on its way is not asked for twice; other spans are on their own', async () => {
  await clips.order(order);
  expect(await clips.order(order)).toBe(true);
  expect(cut).toHaveBeenCalledTimes(1);
  await clips.order({ ...order, times: { timeIn: '00:00:00', timeOut: '00:00:05' } });
  expect(clips.snapshot().map(({ times, phase }) => [times.timeIn, phase])).toEqual([
    ['00:00:10', 'making'],
    ['00:00:00', 'making'],
  ]);
});

test('one that is given up says and brings nothing more', async () => {
  await clips.order(order);
  const listener = jest.fn();
  clips.subscribe(listener);
  clips.cancel(clips.snapshot()[0]!.key);
  expect(listener).toHaveBeenCalledTimes(1);
  isThere.mockResolvedValue(true);
  await pass(3);
  expect(isThere).toHaveBeenCalledTimes(1);
  expect(download).not.toHaveBeenCalled();
  expect(said).toHaveLength(1);
});

test('one given up before it was promised stays given up', async () => {
  let promise: (link: string) => void = () => undefined;
  cut.mockReturnValue(new Promise((resolve) => (promise = resolve)));
  const ordered = clips.order(order);
  clips.stop();
  promise('/media/clip-1/highest.mp4');
  expect(await ordered).toBe(true);
  await pass(2);
  expect(said).toEqual([]);
  expect(isThere).not.toHaveBeenCalled();
});

test('a clip of sound alone is named after what it is', async () => {
  cut.mockResolvedValue('/media/clip-1/audio.m4a');
  isThere.mockResolvedValue(true);
  await clips.order(order);
  await pass(0);
  expect(download.mock.calls[0]?.[1]).toBe('clip_00:00:10-00:01:30.m4a');
});
