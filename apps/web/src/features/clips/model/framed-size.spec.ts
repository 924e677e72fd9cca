/** @jest-environment node */
import { barsSize, framedSize, keptWidth } from './framed-size.ts';

test.each([
  [{ width: 1280, height: 720 }, 9 / 16, { width: 406, height: 720 }],
  [{ width: 1920, height: 1080 }, 9 / 16, { width: 608, height: 1080 }],
  [{ width: 3840, height: 2160 }, 9 / 16, { width: 1080, height: 1920 }],
  [{ width: 1080, height: 1920 }, 1, { width: 1080, height: 1080 }],
])('of %j with the ratio %p is %j', (picture, ratio, size) => {
  expect(framedSize(picture, ratio)).toEqual(size);
});

test.each([
  [{ width: 1280, height: 720 }, 9 / 16, { width: 720, height: 1280 }],
  [{ width: 1920, height: 1080 }, 9 / 16, { width: 1080, height: 1920 }],
  [{ width: 3840, height: 2160 }, 1, { width: 1080, height: 1080 }],
  [{ width: 720, height: 1280 }, 1, { width: 720, height: 720 }],
])('with bars, %j with the ratio %p is %j', (picture, ratio, size) => {
  expect(barsSize(picture, ratio)).toEqual(size);
});

test('the rest of the width is cut off', () => {
  expect(keptWidth(16 / 9, 1)).toBeCloseTo(0.5625);
  expect(keptWidth(9 / 16, 1)).toBe(1);
});
