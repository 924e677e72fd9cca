/** @jest-environment node */
import { approximateTokens } from './token-estimate.ts';

test.each([
  [[''], 0],
  [['ab'], 1],
  [['abcde'], 1],
  [['abcdef'], 2],
  // The sum is rounded, not each text.
  [['a', 'b'], 1],
  [['a'.repeat(10), 'b'.repeat(9)], 5],
])('%j comes to %d', (texts, tokens) => expect(approximateTokens(...texts)).toBe(tokens));
