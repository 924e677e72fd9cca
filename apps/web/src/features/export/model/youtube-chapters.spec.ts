/** @jest-environment node */
import fc from 'fast-check';
import { chapterSpans } from '../../../lib/video/chapter-spans.ts';
import { formatTimeCode } from '../../../lib/format/format-duration.ts';
import { readChapterList } from './read-chapter-list.ts';
import { youtubeChapters } from './youtube-chapters.ts';

function chaptersAt(starts: readonly number[], duration: number, title = (at: number) => `T${String(at)}`) {
  const chapters = starts.map((from, index) => ({
    start: formatTimeCode(from),
    title: title(index),
    summary: '',
    search: '',
    quote: [],
  }));
  return youtubeChapters(chapterSpans(chapters, duration), duration);
}

test('one line per chapter, without leading zeros', () => {
  expect(chaptersAt([0, 65, 3725], 4000)).toEqual({ text: '0:00 T0\n1:05 T1\n1:02:05 T2', problems: [] });
});

test('a title is one line, even with line breaks in it', () => {
  expect(chaptersAt([0, 10, 20], 60, () => ' a\nb ').text).toBe('0:00 a b\n0:10 a b\n0:20 a b');
});

test('a plain title stands without its time, which YouTube would read as a second one', () => {
  expect(chaptersAt([0, 176, 400], 600, (at) => (at === 1 ? 'Part 2 · 02:56' : 'T')).text).toBe(
    '0:00 T\n2:56 Part 2\n6:40 T',
  );
});

test('reports what YouTube would reject, line by line', () => {
  expect(chaptersAt([5, 12], 60).problems).toEqual([
    { kind: 'too-few', count: 2 },
    { kind: 'first-late', line: 1, time: '0:05' },
    { kind: 'too-short', line: 1, seconds: 7, startTime: '0:15', isLast: false },
  ]);
  expect(chaptersAt([0, 20, 40], 49.9).problems).toEqual([
    { kind: 'too-short', line: 3, seconds: 9, startTime: '0:39', isLast: true },
  ]);
  expect(chaptersAt([0, 20, 40], 60, (at) => (at === 1 ? 'a > b' : 'c')).problems).toEqual([
    { kind: 'brackets', line: 2 },
  ]);
});

test('an unknown video length is not a problem of the last chapter', () => {
  expect(chaptersAt([0, 20, 40], 0).problems).toEqual([]);
});

test('reports a text that is too long for a description, in bytes', () => {
  const starts = Array.from({ length: 50 }, (_none, at) => at * 10);
  const [problem] = chaptersAt(starts, 600, () => 'é'.repeat(50)).problems;
  expect(problem).toEqual({ kind: 'too-long', bytes: 50 * ('0:00 '.length + 100) + 49 });
});

test('property: no problems exactly when the rules are met, and the text can be pasted back', () => {
  const starts = fc
    .uniqueArray(fc.nat({ max: 120 }), { minLength: 1, maxLength: 6 })
    .map((seconds) => seconds.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(starts, fc.boolean(), fc.nat({ max: 20 }), (some, isZero, rest) => {
      const at = isZero ? [...new Set([0, ...some])] : some;
      const duration = at.at(-1)! + rest + 1;
      const { text, problems } = chaptersAt(at, duration);
      const times = text.split('\n').map((line) => {
        const [minutes, seconds] = /^(\d+):(\d\d) /.exec(line)!.slice(1).map(Number);
        return minutes! * 60 + seconds!;
      });
      const isAccepted =
        times.length >= 3 &&
        times[0] === 0 &&
        times.every((time, index) => (times[index + 1] ?? duration) - time >= 10);
      expect(problems.length === 0).toBe(isAccepted);
      const back = readChapterList(text, 0).chapters;
      expect(back.map(({ from, title }) => [from, title])).toEqual(
        at.map((from, index) => [from, `T${String(index)}`]),
      );
    }),
  );
});
