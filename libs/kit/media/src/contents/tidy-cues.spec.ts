import { expect, test } from '@jest/globals';
import { coverageOf, tidyCues } from './tidy-cues.ts';

const cue = (start: number, end: number, text: string): { start: number; end: number; text: string } => ({
  start,
  end,
  text,
});

test('cues are sorted, inside the recording, and not empty', () => {
  const cues = [cue(8, 30, 'end'), cue(-3, 2, 'start'), cue(3, 4, ' '), cue(-5, -1, 'x'), cue(11, 12, 'y')];
  expect(tidyCues([...cues, cue(5, 5, 'z')], 10)).toEqual([cue(0, 2, 'start'), cue(8, 10, 'end')]);
});

test('cues that overlap follow each other; those that begin together are one', () => {
  const cues = [cue(1, 4, 'one'), cue(2, 5, 'two'), cue(2, 3, 'three')];
  expect(tidyCues(cues, 10)).toEqual([cue(1, 2, 'one'), cue(2, 5, 'three\ntwo')]);
});

test('an animated text is one cue', () => {
  const frames = Array.from({ length: 50 }, (_, index) => cue(index / 25, (index + 1) / 25, 'Welcome'));
  expect(tidyCues(frames, 10)).toEqual([cue(0, 2, 'Welcome')]);
});

test('markup and characters that are not shown are left out; other signs stay', () => {
  const text = '<b>Bold</b> <font color="red">1 < 2</font>\u0007\u202e & <script>x</script>\n\n <i> </i>';
  expect(tidyCues([cue(0, 1, text)], 10)).toEqual([cue(0, 1, 'Bold 1 < 2 & x')]);
  expect(tidyCues([cue(0, 1, 'x'.repeat(1_000_000))], 10)[0]?.text).toHaveLength(500);
});

test('the coverage counts pauses between sentences, not longer ones', () => {
  expect(coverageOf([cue(0, 10, 'a'), cue(14, 20, 'b'), cue(50, 55, 'c')], 100)).toBeCloseTo(0.35);
  expect(coverageOf([], 100)).toBe(0);
});
