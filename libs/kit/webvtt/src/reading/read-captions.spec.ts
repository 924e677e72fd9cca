import fc from 'fast-check';
import { formatSrt, formatWebVtt, parseWebVtt, readCaptions } from '../index.ts';
import type { Cue } from '../index.ts';

const limits = { maxCues: 20, maxTextLength: 100, durationSeconds: 60 };
const read = (text: string) => readCaptions(text, limits);
const hello = [{ start: 1, end: 2.5, text: 'Hello there.' }];
const asItStands = { problems: [], warnings: [], repaired: 0, leftOut: 0 };
const notesOf = (text: string) =>
  read(text).warnings.map(({ line, kind, problem }) => `${String(line)} ${kind}: ${problem}`);
const textsOf = (text: string) => read(text).cues.map((cue) => cue.text);
const neither =
  'neither WebVTT nor SubRip (SRT). Please save the captions as .vtt or .srt and choose that file.';
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
    ['odd times of words', vtt('<00:01,5>Hello <00:00:01.1200><c>there.</c>')],
    ['control and unseen characters', vtt('Hel\u2060lo\u202E\u0007there.&#8203;'.replace('&#8203;', ''))],
    ['empty captions', `${vtt('Hello there.')}\n00:03.000 --> 00:04.000\n\n00:05.000 --> 00:06.000\n \n`],
  ])('accepts %s', (_, text) => expect(read(text)).toEqual({ cues: hello, ...asItStands }));

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
      {
        ...{ line: 6, kind: 'changed' },
        problem: 'This caption starts before the one above it, as 1 more: they were sorted.',
      },
    ]);
  });

  test('an odd line costs no other line, and is named', () => {
    const text = [
      'WEBVTT',
      '',
      'lost words',
      '',
      '00:60.000 --> 01:00.250',
      'a',
      '',
      'soon --> 00:02.000',
      'lost too',
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
      '01:00.000 --> 01:04.000',
      'lost as well',
      '',
      '00:05.000 --> 00:06.000',
      'eleven whole words of ten '.repeat(4),
    ].join('\n');
    expect(notesOf(text)).toEqual([
      '3 left-out: This text has no time above it.',
      '5 repaired: “00:60.000” is an unusual time: this caption was read as 00:01:00.000 to 00:01:00.250.',
      '8 left-out: “soon” is not a time.',
      '11 repaired: “soon” is not a time: it is shown until the next one.',
      '11 changed: This caption starts before the one above it, as 1 more: they were sorted.',
      '14 repaired: This caption ends before it starts: it is shown until the next one.',
      '20 repaired: This caption ends after the video, which ends at 00:01:00.000: it was cut.',
      '23 left-out: This caption starts after the video, which ends at 00:01:00.000.',
      '26 repaired: This text has more than 100 characters: it was divided.',
    ]);
    const { cues, repaired, leftOut } = read(text);
    expect([repaired, leftOut]).toEqual([5, 3]);
    expect(cues.map(({ start, end, text: words }) => [start, end, words.slice(0, 16)])).toEqual([
      [1, 3, 'b'],
      [3, 5, 'c'],
      [5, expect.closeTo(5.98, 1), 'eleven whole wor'],
      [expect.closeTo(5.98, 1), 6, 'ten'],
      [59, 62, 'the latest end'],
      [59, 60, 'd'],
      [60, 60.25, 'a'],
    ]);
  });

  test('a long run without spaces is divided between characters that people see', () => {
    const family = '👩‍👩‍👧';
    const texts = read(srt(family.repeat(30))).cues.map(({ text }) => text);
    expect(texts.join('')).toBe(family.repeat(30));
    expect(texts.map(({ length }) => length % family.length)).toEqual([0, 0, 0]);
  });

  test.each([
    ['an empty line inside', srt('Hello\n\nthere.'), 'Hello\nthere.', /^5 repaired: The empty/],
    ['an empty line below the times', srt('\nHello there.'), 'Hello there.', null],
    [
      'a number between captions',
      `${srt('Hello there.')}\n2\n\n`,
      'Hello there.',
      /^5 left-out: This number/,
    ],
    ['a number that is said', `${srt('42')}\n2\n00:00:03,000 --> 00:00:04,000\n7`, '42|7', null],
    ['a number in the words below', srt('It is\n42'), 'It is\n42', null],
    ['text above the header', `made by a tool\n\n${vtt('Hello there.')}`, 'Hello there.', /^1 left-out/],
    ['a header in lower case', vtt('Hello there.').toLowerCase(), 'hello there.', null],
    ['words below an empty line like a header', srt('So\n\nWebVTT is it'), 'So\nWebVTT is it', /^5 repaired/],
    ['a missing end', '1\n00:00:01,000 -->\nHello', 'Hello', /^2 repaired: This caption has no end/],
    ['empty lines above the header', `\n\n${vtt('Hello there.')}`, 'Hello there.', null],
    ['a line with a space in words', vtt(' \nHello\n \nthere.'), 'Hello\nthere.', null],
    ['each second line empty', srt('Hello there.').replaceAll('\n', '\n\n'), 'Hello there.', null],
    ['line ends that were doubled', srt('Hello there.').replaceAll('\n', '\r\r\n'), 'Hello there.', null],
    ['an identifier like a comment', 'WEBVTT\n\nNOTE-1\n00:01.000 --> 00:02.000\nHello', 'Hello', null],
    [
      'SBV',
      '0:00:01.000,0:00:02.500\nHello[br]there.\n\n0:00:03.000,0:00:04.000\nTwo',
      'Hello\nthere.|Two',
      null,
    ],
    [
      'times in brackets',
      '[00:01.000 --> 00:02.500]  Hello\n[00:03.000 --> 00:04.000]  Two',
      'Hello|Two',
      null,
    ],
    [
      'other arrows',
      '1\n00:00:01,000 -> 00:00:02,500\nHello\n\n2\n00:00:03,000 → 00:00:04,000\nTwo',
      'Hello|Two',
      null,
    ],
    ['wide digits', '1\n００：００：０１，０００　--＞　００：００：０２，５００\nHello', 'Hello', null],
  ])('reads %s', (_, text, expected, note) => {
    expect(textsOf(text).join('|')).toBe(expected);
    const notes = notesOf(text);
    if (note) expect(notes).toEqual([expect.stringMatching(note)]);
    else expect(notes).toEqual([]);
  });

  test.each([
    ['00:00:01,249.0999999999999', 1.249],
    ['00:00:01,000000', 1],
    ['00:00:01, 240', 1.24],
    ['00: 00: 01,000', 1],
    ['00:00:01:250', 1.25],
    ['00:00:01:15', 1.5],
    ['00:00:01;15', 1.5],
    ['-00:00:01,500', 0],
    ['1.5', 1.5],
    ['00:00:01', 1],
  ])('the time %s is %d', (time, seconds) => {
    expect(read(`1\n${time} --> 00:00:60,000\nHello`).cues).toEqual([
      { start: seconds, end: 60, text: 'Hello' },
    ]);
  });

  test('captions that roll up have each line once, with the times of its words', () => {
    const stamped = (line: string, at: number) =>
      line
        .split(' ')
        .map((word, index) => (index === 0 ? word : `<00:0${String(at)}.${String(index)}00><c> ${word}</c>`))
        .join('');
    const said = ['welcome to the talk', 'a small firm has a lever', 'and that is the price'];
    const two = (value: number) => String(value).padStart(2, '0');
    const blocks = said.flatMap((line, index) => {
      const [start, end] = [1 + index * 3, 3 + index * 3];
      return [
        `00:${two(start)}.000 --> 00:${two(end)}.990 align:start position:0%\n${said[index - 1] ?? ' '}\n${stamped(line, start)}\n`,
        `00:${two(end)}.990 --> 00:${two(end + 1)}.000 align:start position:0%\n${line}\n \n`,
      ];
    });
    const { cues, warnings } = read(`WEBVTT\nKind: captions\nLanguage: en\n\n${blocks.join('\n')}`);
    expect(cues.map(({ text }) => text)).toEqual(said);
    expect(cues.map(({ start, end }) => [start, end])).toEqual([
      [1, 4],
      [4, 7],
      [7, 10],
    ]);
    expect(cues[0]!.wordStarts).toEqual([1, 1.1, 1.2, 1.3]);
    expect(cues[1]!.wordStarts).toHaveLength(6);
    expect(warnings).toMatchObject([{ kind: 'changed' }]);
  });

  test.each([
    [
      ['a', 'a\nb', 'b\nc', 'c\nd'],
      ['a', 'b', 'c', 'd'],
    ],
    [
      ['a', 'a\nb', 'a\nb\nc', 'b\nc\nd'],
      ['a', 'b', 'c', 'd'],
    ],
    [
      ['We', 'We say', 'We say it', 'We say it\nnow', 'now then'],
      ['We say it', 'now then'],
    ],
    [
      ['Yes.', 'Yes.', 'No.', 'No.'],
      ['Yes.', 'Yes.', 'No.', 'No.'],
    ],
    [
      ['We', 'We say', 'it', 'is', 'so'],
      ['We', 'We say', 'it', 'is', 'so'],
    ],
  ])('%j are the lines %j', (texts, expected) => {
    const blocks = texts.map((text, at) => `00:0${String(at)}.000 --> 00:0${String(at + 1)}.000\n${text}\n`);
    expect(textsOf(`WEBVTT\n\n${blocks.join('\n')}`)).toEqual(expected);
  });

  test('segments of a stream are joined at their times', () => {
    const segment = (ticks: number, time: string, text: string) =>
      `WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:${String(ticks)},LOCAL:00:00:00.000\n\n${time}\n${text}\n\n`;
    const same = segment(900_000, '00:01.000 --> 00:02.000', 'one');
    const { cues } = read(`${same}${same}${segment(1_800_000, '00:01.000 --> 00:02.000', 'two')}`);
    expect(cues).toEqual([
      { start: 1, end: 2, text: 'one' },
      { start: 11, end: 12, text: 'two' },
    ]);
  });

  test('events of SubStation Alpha are captions', () => {
    const event = (name: string, text: string) =>
      `Dialogue: 0,0:00:01.00,0:00:02.50,Default,${name},0,0,0,,${text}`;
    const file = `[Script Info]\n\n[Events]\n${event('Ann', String.raw`{\i1}Hello\Nthere.`)}\nComment: x\nDialogue: x`;
    expect(read(file).cues).toEqual([{ start: 1, end: 2.5, text: 'Hello\nthere.', speaker: 'Ann' }]);
    expect(notesOf(file)).toEqual(['6 left-out: This event has no time.']);
  });

  test.each([
    ['', `This is ${neither}`],
    ['Dear reader', `This is ${neither}`],
    [
      `<?xml version="1.0"?>\n<!-- a tool -->\n<tt xmlns="x"><p begin="1s">a</p></tt>`,
      `This is TTML (XML), ${neither}`,
    ],
    ['{25}{50}Hello', `This is MicroDVD, ${neither}`],
    ['WEBVTT', 'There are no captions in this file.'],
    ['WEBVTT\n\nNOTE nothing', 'There are no captions in this file.'],
  ])('%p is refused', (text, problem) => {
    expect(read(text)).toMatchObject({ cues: [], problems: [{ line: 1, problem }], warnings: [] });
  });

  test('limits: captions, problems and markup', () => {
    const many = (count: number, end: string) => `WEBVTT\n\n${`00:01.000 --> ${end}\nx\n\n`.repeat(count)}`;
    expect(read(many(20, '00:02.000')).problems).toEqual([]);
    expect(read(many(25, '00:02.000')).problems).toEqual([
      { line: 63, problem: 'The file has more than 20 captions.' },
    ]);
    expect(read(`WEBVTT\n\n${'x --> y\nz\n\n'.repeat(80)}`).problems).toHaveLength(50);
    const lost = read(`${vtt('a')}\n${'x --> y\nz\n\n'.repeat(300)}`);
    expect([lost.warnings.length, lost.leftOut]).toEqual([200, 300]);
  });

  test('hostile files are read in one pass', () => {
    const spaces = ' '.repeat(1_000_000);
    for (const text of [`WEBVTT\n\nx${spaces}y-->`, `1${spaces}x\n0${spaces}-->`])
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
        expect(read(formatWebVtt(cues))).toEqual({ cues, ...asItStands });
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
