import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import fc from 'fast-check';
import {
  cutCues,
  formatSrt,
  formatWebVtt,
  parseWebVtt,
  readCaptions,
  secondsAt,
  wordsIn,
  wordStartsOf,
  type Cue,
} from './index.ts';

const limits = { maxCues: 100_000, maxTextLength: 10_000_000 };
const timing = '00:00:01.000 --> 00:59:00.000\n';
/** What a broken or hostile file may have again and again. */
const units = [
  '<',
  '<v ',
  '<b>',
  '</script>',
  '<style ',
  '{\\',
  '&#1',
  '<00:00:02.000>a ',
  'Anna Smith: hi\n',
  '[speaker_1] a\n',
  'A. ',
  ' ',
  '\n',
  '\r',
  '\u0001',
  '\ufeff',
  '1\n',
  '-->',
  `${timing}語\n\n`,
  '00:',
  '00:01.000 -> 00:02.000\n',
  '00 : 01 . ',
  '[00:01.000 --> 00:02.000] a\n',
  '—>',
  '=- ',
  'WEBVTT\n\n',
  '0:00:01.000,0:00:02.000\na\na b\n\n',
  '>> a, b (c): ',
  '\ufeff2\n\n2\n',
];

// All units together, because one alone takes less time than a tick of the processor's clock.
test('twice as much of a file takes about twice the work', () => {
  const prepare = (size: number) =>
    units.map((unit) => `WEBVTT\n\n${timing}${unit.repeat(size / unit.length)}`);
  const work = (texts: readonly string[]) =>
    texts.map((text) => [parseWebVtt(text), readCaptions(text, limits)]);
  expect(doublingRatio(100_000, prepare, work)).toBeLessThan(linearRatio);
});

test('twice as much of a caption takes about twice the work', () => {
  const prepare = (size: number) =>
    ['<a', 'A ', 'Ab\u2060 ', '-->', 'a\n', '語'].map((unit): Cue => {
      const text = unit.repeat(size / unit.length);
      const wordStarts = wordsIn(text).map((_, at) => at / 500);
      return { start: 0, end: 10_000, text, speaker: text, wordStarts };
    });
  const work = (cues: readonly Cue[]) => {
    for (const cue of cues) {
      const at = secondsAt(cue);
      for (let place = cue.text.length; place > 0; place -= 10) at(place);
    }
    return [formatWebVtt(cues), formatSrt(cues), cutCues(cues, { from: 1, to: 9_000 })];
  };
  expect(doublingRatio(50_000, prepare, work)).toBeLessThan(linearRatio);
});

test('property: whatever a file holds, its captions are whole, and written and read again they are the same', () => {
  const unit = fc.oneof(fc.constantFrom(...units), fc.string({ maxLength: 4 }));
  const file = fc
    .array(fc.tuple(unit, fc.nat({ max: 60 })), { maxLength: 12 })
    .map((runs) => `WEBVTT\n\n${timing}${runs.map(([each, times]) => each.repeat(times)).join('')}`);
  fc.assert(
    fc.property(file, (text) => {
      const parsed = parseWebVtt(text);
      const { cues, problems } = readCaptions(text, limits);
      expect(problems.length).toBeLessThanOrEqual(50);
      for (const cue of [...parsed, ...cues]) {
        expect(cue.end).toBeGreaterThanOrEqual(cue.start);
        expect(cue.text.trim()).not.toBe('');
        if (cue.wordStarts) expect(wordStartsOf(cue)).toEqual(cue.wordStarts);
      }
      expect(parseWebVtt(formatWebVtt(parsed))).toHaveLength(parsed.length);
      expect(formatWebVtt(parseWebVtt(formatWebVtt(parsed)))).toBe(formatWebVtt(parsed));
    }),
  );
});
