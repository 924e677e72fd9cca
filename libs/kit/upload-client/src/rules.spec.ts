import fc from 'fast-check';
import { TransferRate } from './progress.ts';
import { bytesHeld, contentRange } from './transport.ts';
import { retryAfterMs } from './upload-session.ts';
import { assertChunkSize, nextChunkSizeKb, resolveOptions, uploadLabels } from './upload.ts';

const bounds = { minKb: 256, maxKb: 512_000 };

it('Upload chunk size default 30720 KB, minimum 256, maximum 512000, multiple of 256.', () => {
  const file = new File(['x'], 'x.mp4');
  expect(resolveOptions({ file, endpoint: '/x' })).toMatchObject({
    chunkSizeKb: 30_720,
    bounds: { minKb: 256, maxKb: 512_000 },
    delayBeforeAttemptMs: 1_000,
  });
});

describe('the size of the next chunk', () => {
  it.each([
    [30_720, 9999, 61_440],
    [30_720, 10_000, 30_720],
    [30_720, 30_000, 30_720],
    [30_720, 30_001, 15_360],
    [768, 30_001, 512],
    [256, 30_001, 256],
    [512_000, 1, 512_000],
    [300_032, 1, 512_000],
  ])(
    'With dynamic chunk sizing the size doubles if a chunk takes under 10 seconds and halves if over 30 seconds, rounded to multiples of 256. Resize thresholds 10 s and 30 s. (%i KB, %i ms: %i KB)',
    (sizeKb, elapsedMs, expected) => {
      expect(nextChunkSizeKb(sizeKb, elapsedMs, bounds)).toBe(expected);
    },
  );

  it('is always valid', () => {
    const size = fc.integer({ min: 1, max: 2000 }).map((steps) => steps * 256);
    fc.assert(
      fc.property(size, fc.nat(100_000), (sizeKb, elapsedMs) => {
        assertChunkSize(nextChunkSizeKb(sizeKb, elapsedMs, bounds), bounds);
      }),
    );
  });
});

describe('ranges', () => {
  it('state the last byte, not the one after it', () => {
    expect(contentRange(1000, { start: 0, end: 10 })).toBe('bytes 0-9/1000');
    expect(contentRange(1000)).toBe('bytes */1000');
    expect(bytesHeld('bytes=0-9')).toBe(10);
  });

  it.each([
    null,
    '',
    'bytes=1-9',
    'bytes=0-',
    'bytes=0-9,11-12',
    'bytes=0--1',
    'bytes=0-99999999999999999999',
    '0-9',
  ])('are not read from %p', (header) => expect(bytesHeld(header)).toBeUndefined());
});

describe('Retry-After', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');

  it.each([
    [null, 0],
    ['', 0],
    ['7', 7000],
    ['-7', 0],
    ['600', 30_000],
    ['Thu, 01 Jan 2026 00:00:09 GMT', 9000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['tomorrow', 0],
  ])('of %p is %i ms', (header, expected) => expect(retryAfterMs(header, now)).toBe(expected));
});

describe('the speed', () => {
  it('covers the last 15 seconds', () => {
    const rate = new TransferRate();
    for (let second = 0; second <= 60; second += 1)
      rate.add(second * 1000, second < 30 ? 0 : (second - 30) * 500);
    expect(rate.bytesPerSecond).toBe(500);
  });

  it('is unknown before one second has been measured, and after a jump back', () => {
    const rate = new TransferRate();
    rate.add(0, 0);
    rate.add(500, 1000);
    expect(rate.bytesPerSecond).toBeUndefined();
    rate.add(1000, 2000);
    expect(rate.bytesPerSecond).toBe(2000);
    rate.add(1100, 10);
    expect(rate.bytesPerSecond).toBeUndefined();
  });
});

it('labels the controls as the specification does', () => {
  expect(Object.values(uploadLabels)).toEqual(['Pause', 'Pausing...', 'Resume', 'Try again']);
});
