/** @jest-environment node */
import { formatBytes, formatRemaining } from './format-bytes.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 KB'],
  [1_540_000, '1.5 MB'],
  [99_960_000, '100 MB'],
  [999_900_000, '1.0 GB'],
  [2_500_000_000_000, '2.5 TB'],
])('%p bytes read %p', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

test.each([
  [0.2, '1 s left'],
  [59.4, '59 s left'],
  [90, '2 min left'],
  [3600, '1 h 0 min left'],
  [5000, '1 h 23 min left'],
])('%p s read %p', (seconds, text) => expect(formatRemaining(seconds)).toBe(text));
