import { expect, test } from '@jest/globals';

import { releaseMemory } from './pieces.ts';

test('memory is released of bytes that own all of it, and of no others', () => {
  const [own, shared] = [Buffer.alloc(100, 1), Buffer.alloc(100, 1)];
  const part = shared.subarray(0, 50);
  releaseMemory([own, part, Buffer.alloc(0)]);
  expect([own.length, part.length, shared.every((byte) => byte === 1)]).toEqual([0, 50, true]);
});
