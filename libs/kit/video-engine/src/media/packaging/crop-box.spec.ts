import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { cropBox } from './crop-box.ts';

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
