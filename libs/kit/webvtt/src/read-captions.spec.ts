import fc from 'fast-check';
import { formatSrt, formatWebVtt, parseWebVtt, readCaptions } from './index.ts';
import type { Cue } from './index.ts';

const limits = { maxCues: 20, maxTextLength: 100, durationSeconds: 60 };
const read = (text: string) => readCaptions(text, limits);
const hello = [{ start: 1, end: 2.5, text: 'Hello there.' }];
/** One caption in both formats. */
const vtt = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.500\n${text}\n`;
const srt = (text: string) => `1\n00:00:01,000 --> 00:00:02,500\n${text}\n`;

describe('readCaptions', () => {
  test.each([
    ['WebVTT', vtt('Hello there.')],
    ['SubRip', srt('Hello there.')],
    ['a byte order mark', `\ufeff${srt('Hello there.')}`],
    ['CRLF', srt('Hello there.').replaceAll('\n', '\r\n')],
    ['CR', vtt('Hello there.').replaceAll('\n', '\r')],
    ['no line end', srt('Hello there.').trimEnd()],
    ['SubRip without numbers and hours', '00:01,000 --> 00:02,500\nHello there.'],
    ['points and few digits', '1\n0:00:1.0 --> 0:0:2.5\nHello there.'],
    ['spaces in empty lines', `1\n00:00:01,000 --> 00:00:02,500\nHello there.\n \n`],
    [
      'a header and settings',
      'WEBVTT - talk\nKind: captions\n\nid\n00:01.000 --> 00:02.500 line:0\nHello there.',
    ],
    [
      'notes and styles',
      `WEBVTT\n\nNOTE\nno\n\nSTYLE\n::cue {}\n\nREGION\nid:a\n\n00:01.000 --> 00:02.500\nHello there.`,
    ],
    ['tags', vtt('<i>Hello</i> <c.loud>there</c>.')],
    ['font tags and positions', srt('{\\an8}<font color="#fff">Hello</font> there.')],
    ['script', vtt('<script>alert(1)</script>Hello there.')],
    ['control and unseen characters', vtt('Hel\u2060lo\u202E\u0007there.&#8203;'.replace('&#8203;', ''))],
    ['empty captions', `${vtt('Hello there.')}\n00:03.000 --> 00:04.000\n\n00:05.000 --> 00:06.000\n \n`],
  ])('accepts %s', (_, text) => {
    expect(read(text)).toEqual({ cues: hello, problems: [], warnings: [] });
  });

  test.each([
    ['R&amp;D &#233; 1 &lt; 2', 'R&D é 1 < 2'],
    ['R&D, 1 < 2 and 3 > 2, I <3 you', 'R&D, 1 < 2 and 3 > 2, I <3 you'],
    ['one --> two', 'one --> two'],
    ['two\nlines', 'two\nlines'],
    ['&lt;b&gt;', '<b>'],
  ])('%p is the text %p in both formats', (text, expected) => {
    for (const format of [vtt, srt])
      expect(read(format(text)).cues.map((cue) => cue.text)).toEqual([expected]);
  });

  test('a caption begins where the empty line before it is missing', () => {
    const joined =
      '1\n00:00:01,000 --> 00:00:02,000\none\n2\n00:00:03,000 --> 00:00:04,000\ntwo\n00:00:05,000 --> 00:00:06,000\n3';
    expect(read(joined)).toMatchObject({
      cues: [{ text: 'one' }, { text: 'two' }, { text: '3' }],
      problems: [],
    });
  });

  test('captions may overlap, and are sorted with a warning', () => {
    const text =
      'WEBVTT\n\n00:03.000 --> 00:09.000\nb\n\n00:01.000 --> 00:05.000\na\n\n00:00.000 --> 00:01.000\nz';
    const { cues, problems, warnings } = read(text);
    expect(cues.map((cue) => cue.text)).toEqual(['z', 'a', 'b']);
    expect(problems).toEqual([]);
    expect(warnings).toEqual([
      { line: 6, problem: 'This caption starts before the one above it, as 1 more: they were sorted.' },
    ]);
  });

  test('everything that is wrong is named by its line', () => {
    const text = [
      'WEBVTT',
      '',
      'lost words',
      '',
      '00:61.000 --> 00:02.000',
      'a',
      '',
      '00:01.000 --> soon',
      'b',
      '',
      '00:03.000 --> 00:02.000',
      'c',
      '',
      '00:59.000 --> 01:02.000',
      'the latest end',
      '',
      '00:59.000 --> 01:02.001',
      'd',
      '',
      '00:05.000 --> 00:06.000',
      'e'.repeat(101),
    ].join('\n');
    expect(read(text).problems).toEqual([
      { line: 3, problem: 'This text has no time above it.' },
      { line: 5, problem: '“00:61.000” is not a time.' },
      { line: 8, problem: '“soon” is not a time.' },
      { line: 11, problem: 'This caption ends before it starts.' },
      { line: 17, problem: 'This caption ends after the video, which ends at 00:01:00.000.' },
      { line: 21, problem: 'This text has more than 100 characters.' },
    ]);
    expect(readCaptions(text, { ...limits, durationSeconds: 0 }).problems).toHaveLength(5);
  });

  test.each([
    ['', 'This is neither WebVTT nor SubRip (SRT).'],
    ['Dear reader', 'This is neither WebVTT nor SubRip (SRT).'],
    ['WEBVTT', 'There are no captions in this file.'],
    ['WEBVTT\n\nNOTE nothing', 'There are no captions in this file.'],
  ])('%p is refused', (text, problem) => {
    expect(read(text)).toEqual({ cues: [], problems: [{ line: 1, problem }], warnings: [] });
  });

  test('limits: captions, problems and markup', () => {
    const many = (count: number, end: string) => `WEBVTT\n\n${`00:01.000 --> ${end}\nx\n\n`.repeat(count)}`;
    expect(read(many(20, '00:02.000')).problems).toEqual([]);
    expect(read(many(25, '00:02.000')).problems).toEqual([
      { line: 63, problem: 'The file has more than 20 captions.' },
    ]);
    expect(read(many(80, 'x')).problems).toHaveLength(50);
    expect(read(vtt('<script>'.repeat(250_000))).problems).toMatchObject([{ line: 4 }]);
  });

  test('hostile files are read in one pass', () => {
    const spaces = ' '.repeat(1_000_000);
    for (const text of [
      `WEBVTT\n\nx${spaces}y-->`,
      `1${spaces}x\n0${spaces}-->`,
      vtt(`{\\${'<'.repeat(1_500)}`),
    ])
      expect(read(text).problems).toHaveLength(1);
    expect(read(vtt(`<script>Hello there.`)).cues).toEqual(hello);
    expect(read(vtt(`<style>a<script>b</script> there.`)).cues).toMatchObject([{ text: 'there.' }]);
  });
});

const part = fc.oneof(
  fc.constantFrom('<', '>', '-->', '&', 'lt;', '{', '\n', ' ', '1', '</i>', '00:01.000 -->', 'NOTE', 'é'),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);
const anyCues = fc
  .array(
    fc.record({
      start: fc.nat({ max: 50_000 }),
      length: fc.nat({ max: 9_000 }),
      text: fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
      speaker: fc.option(fc.constantFrom('Ann', 'R&D <x>'), { nil: undefined }),
    }),
    { maxLength: 8 },
  )
  .map((drafts) =>
    drafts.map(({ start, length, text, speaker }): Cue => {
      const cue = { start: start / 1_000, end: (start + length) / 1_000, text };
      return speaker === undefined ? cue : { ...cue, speaker };
    }),
  );
const inOrder = (cues: readonly Cue[]) => cues.toSorted((one, other) => one.start - other.start);

describe('property', () => {
  test('what is written as WebVTT is read back equal', () => {
    fc.assert(
      fc.property(anyCues, (drafts) => {
        const cues = parseWebVtt(formatWebVtt(inOrder(drafts))).map((cue) => ({
          ...cue,
          // Characters that nobody sees are left out.
          text: cue.text.replace(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/gu, '·'),
        }));
        fc.pre(cues.length > 0);
        expect(read(formatWebVtt(cues))).toEqual({ cues, problems: [], warnings: [] });
      }),
      { numRuns: 500 },
    );
  });

  test('the same captions as SubRip and as WebVTT are read equal', () => {
    fc.assert(
      fc.property(anyCues, (drafts) => {
        const cues = inOrder(drafts).map(({ speaker: _speaker, ...cue }) => cue);
        const fromVtt = read(formatWebVtt(cues));
        fc.pre(fromVtt.cues.length > 0);
        expect(read(formatSrt(cues))).toEqual(fromVtt);
        expect(read(formatWebVtt(fromVtt.cues)).cues).toEqual(fromVtt.cues);
      }),
      { numRuns: 500 },
    );
  });
});
