import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { barsSize, cropBox } from './crop-box.ts';

const landscape = { width: 1920, height: 1080 };
const upright = { width: 1080, height: 1920 };

test.each([
  [landscape, '1:1', 0.5, { width: 1080, height: 1080, x: 420, y: 0 }],
  [landscape, '1:1', 0, { width: 1080, height: 1080, x: 0, y: 0 }],
  [landscape, '1:1', 1, { width: 1080, height: 1080, x: 840, y: 0 }],
  [landscape, '9:16', 0.5, { width: 608, height: 1080, x: 656, y: 0 }],
  [landscape, '9:16', 0.25, { width: 608, height: 1080, x: 176, y: 0 }],
  [upright, '9:16', 0.1, { ...upright, x: 0, y: 0 }],
  [upright, '1:1', 0.9, { width: 1080, height: 1080, x: 0, y: 420 }],
  [{ width: 427, height: 241 }, '1:1', 0.5, { width: 240, height: 240, x: 92, y: 0 }],
  [{ width: 2, height: 2 }, '9:16', 0.5, { width: 2, height: 2, x: 0, y: 0 }],
] as const)('of %j, %s at %d is %j', (picture, aspectRatio, centre, box) => {
  expect(cropBox(picture, { aspectRatio, centre })).toMatchObject(box);
});

test('is made smaller than 1080 by 1920, never larger', () => {
  const frame = { aspectRatio: '1:1', centre: 0.5 } as const;
  expect(cropBox({ width: 1920, height: 1088 }, frame).shown).toEqual({ width: 1080, height: 1080 });
  expect(cropBox({ width: 320, height: 180 }, frame).shown).toEqual({ width: 180, height: 180 });
});

test.each([
  [landscape, '9:16', upright],
  [landscape, '1:1', { width: 1080, height: 1080 }],
  [{ width: 1280, height: 720 }, '9:16', { width: 720, height: 1280 }],
  [{ width: 1280, height: 720 }, '1:1', { width: 720, height: 720 }],
  [{ width: 3840, height: 2160 }, '9:16', upright],
  [upright, '9:16', upright],
  [upright, '1:1', { width: 1080, height: 1080 }],
  [{ width: 427, height: 241 }, '9:16', { width: 240, height: 426 }],
] as const)('with bars, %j in %s is %j', (picture, aspectRatio, size) => {
  expect(barsSize(picture, { aspectRatio, centre: 0.5 })).toEqual(size);
});

test('with bars, every picture is in a frame of the shape with even sides, and is not enlarged', () => {
  const side = fc.integer({ min: 2, max: 4_096 });
  fc.assert(
    fc.property(
      side,
      side,
      fc.constantFrom('1:1' as const, '9:16' as const),
      (width, height, aspectRatio) => {
        const shown = barsSize({ width, height }, { aspectRatio, centre: 0.5 });
        expect([shown.width % 2, shown.height % 2]).toEqual([0, 0]);
        expect(shown.width).toBeLessThanOrEqual(1080);
        expect(shown.height).toBeLessThanOrEqual(1920);
        expect(Math.min(shown.width / width, shown.height / height)).toBeLessThanOrEqual(1);
        const ratio = aspectRatio === '1:1' ? 1 : 9 / 16;
        expect(Math.abs(shown.height - shown.width / ratio)).toBeLessThanOrEqual(1);
      },
    ),
  );
});

test('of every picture is even, inside of it, and of the shape', () => {
  const side = fc.integer({ min: 2, max: 4_096 });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const shape = fc.constantFrom('1:1' as const, '9:16' as const);
  fc.assert(
    fc.property(side, side, share, shape, (width, height, centre, aspectRatio) => {
      const box = cropBox({ width, height }, { aspectRatio, centre });
      for (const value of [box.width, box.height, box.x, box.y, box.shown.width, box.shown.height])
        expect(value % 2).toBe(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
      expect(box.shown.width).toBeLessThanOrEqual(Math.min(1080, box.width));
      expect(box.shown.height).toBeLessThanOrEqual(Math.min(1920, box.height));
      const expected = aspectRatio === '1:1' ? box.height : (box.height * 9) / 16;
      expect(Math.abs(box.width - expected)).toBeLessThanOrEqual(2);
    }),
  );
});
