import fc from 'fast-check';
import { normaliseCueText } from './cues/cue-text.ts';
import { formatSrt } from './index.ts';
import type { Cue } from './index.ts';

const seconds = (text: string): number => {
  const [, hours, minutes, rest, millis] = /^(\d\d+):(\d\d):(\d\d),(\d{3})$/.exec(text) ?? [];
  return (Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(rest) * 1000 + Number(millis)) / 1000;
};

/** Parses SubRip as players do: blocks between empty lines, each a number, a timing line and text. */
function readSrt(text: string): { number: number; cue: Cue }[] {
  if (text === '') return [];
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  return text
    .slice(0, -2)
    .split('\r\n\r\n')
    .map((block) => {
      const [number, timing = '', ...lines] = block.split('\r\n');
      const [start = '', end = ''] = timing.split(' --> ');
      const words = lines.join('\n').replaceAll('\u2060', '');
      return { number: Number(number), cue: { start: seconds(start), end: seconds(end), text: words } };
    });
}

test('cues are numbered, times have a comma, lines end with CRLF', () => {
  const cues = [
    { start: 0, end: 1.5, text: 'Hello\nthere.' },
    { start: 3723.004, end: 3725, text: 'R&D: 1 < 2', speaker: 'Ann' },
  ];
  expect(formatSrt(cues)).toBe(
    '1\r\n00:00:00,000 --> 00:00:01,500\r\nHello\r\nthere.\r\n\r\n2\r\n01:02:03,004 --> 01:02:05,000\r\nAnn: R&D: 1 < 2\r\n',
  );
});

test('cues without text are left out and not numbered', () => {
  const cues = ['\n', 'one', ' ', 'two'].map((text, at) => ({ start: at, end: at + 1, text }));
  expect(readSrt(formatSrt(cues)).map(({ number, cue }) => [number, cue.text])).toEqual([
    [1, 'one'],
    [2, 'two'],
  ]);
  expect(formatSrt([])).toBe('');
});

test('an invalid time is an error', () => {
  expect(() => formatSrt([{ start: 2, end: 1, text: 'x' }])).toThrow(RangeError);
  expect(() => formatSrt([{ start: -1, end: 1, text: 'x' }])).toThrow(RangeError);
});

test('the output has nothing that a player would read as markup', () => {
  const text = '<b>x</b> <script> &lt;i&gt; &#60; {\\an8} a --> b <!-- R&D; <3 {fine}';
  const srt = formatSrt([{ start: 0, end: 1, text, speaker: '<i>' }]);
  const body = srt.split('\r\n').slice(2).join('\r\n');
  expect(body).not.toMatch(/<[a-z/!?]|&#?\w+;|\{\\|-->/i);
  expect(readSrt(srt)[0]?.cue.text).toBe(`<i>: ${text}`);
});

const part = fc.oneof(
  fc.constantFrom(
    '<',
    '>',
    '-->',
    '--',
    '&',
    'lt;',
    '{',
    '\\',
    '\n',
    '\r\n',
    ' ',
    '1',
    '\u2060',
    '\0',
    '</i>',
  ),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);
const anyCue = fc.record({
  start: fc.nat({ max: 360_000_000 }),
  length: fc.nat({ max: 60_000 }),
  text: fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
});

test('property: parsing the output gives the same cues', () => {
  fc.assert(
    fc.property(fc.array(anyCue, { maxLength: 8 }), (drafts) => {
      const cues = drafts.map(({ start, length, text }) => ({
        start: start / 1000,
        end: (start + length) / 1000,
        text,
      }));
      const expected = cues
        .map((cue) => ({ ...cue, text: normaliseCueText(cue.text.replaceAll('\u2060', '')) }))
        .filter((cue) => cue.text !== '');
      const read = readSrt(formatSrt(cues));
      expect(read.map(({ cue }) => cue)).toEqual(expected);
      expect(read.map(({ number }) => number)).toEqual(expected.map((_cue, index) => index + 1));
    }),
    { numRuns: 500 },
  );
});
