/** @jest-environment node */
import { jest } from '@jest/globals';
import { ChunkLoadError, loadChunk } from './load-chunk.ts';

afterEach(() => jest.useRealTimers());

test('returns the loaded chunk and leaves no timer', async () => {
  jest.useFakeTimers();
  await expect(loadChunk(() => Promise.resolve('page'))).resolves.toBe('page');
  expect(jest.getTimerCount()).toBe(0);
});

test('a failed download is reported with its cause', async () => {
  const cause = new TypeError('Failed to fetch');
  const attempt = loadChunk(() => Promise.reject(cause));
  await expect(attempt).rejects.toBeInstanceOf(ChunkLoadError);
  await expect(attempt).rejects.toMatchObject({ name: 'ChunkLoadError', cause, isLate: false });
});

test('Chunk loading failure of the application itself: a ChunkLoadError after 120 seconds. Application chunk-load timeout 120000 ms.', async () => {
  jest.useFakeTimers();
  const late = { name: 'ChunkLoadError', isLate: true };
  const attempt = expect(loadChunk(() => new Promise(() => undefined))).rejects.toMatchObject(late);
  await jest.advanceTimersByTimeAsync(119_999);
  expect(jest.getTimerCount()).toBe(1);
  await jest.advanceTimersByTimeAsync(1);
  await attempt;
});
