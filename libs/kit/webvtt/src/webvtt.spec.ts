import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import fc from 'fast-check';
import { formatTimestamp, formatWebVtt, parseTimestamp, parseWebVtt, WebVttError } from './index.ts';
import type { Cue } from './index.ts';
import { normaliseCueText, normaliseSpeaker } from './cues/cue-text.ts';

const one = (payload: string): Cue | undefined =>
  parseWebVtt(`WEBVTT\n\n00:01.000 --> 00:02.000\n${payload}\n`)[0];

describe('timestamps', () => {
  test.each([
    ['00:00.000', 0],
    ['01:02.003', 62.003],
    ['1:00:00.000', 3600],
    ['100:00:00.100', 360000.1],
  ])('%s is %d seconds', (text, seconds) => expect(parseTimestamp(text)).toBe(seconds));

  test.each(['', '1:02.000', '00:60.000', '60:00.000', '00:00.00', '00:00,000', '-00:01.000', '00:00:00'])(
    '%p is not a time',
    (text) => expect(parseTimestamp(text)).toBeUndefined(),
  );

  test('an invalid number of seconds is an error', () => {
    for (const bad of [-1, NaN, Infinity]) expect(() => formatTimestamp(bad)).toThrow(RangeError);
    expect(formatTimestamp(3599.9996)).toBe('01:00:00.000');
  });

  test('property: parsing a formatted time gives the same milliseconds', () => {
    fc.assert(
      fc.property(fc.nat({ max: 400 * 3_600_000 }), (ms) => {
        expect(parseTimestamp(formatTimestamp(ms / 1000))).toBe(ms / 1000);
      }),
    );
  });
});

describe('parsing', () => {
  test('byte order mark, header text, NOTE, STYLE, REGION, identifiers and settings are ignored', () => {
    const text = [
      '\ufeffWEBVTT - a talk',
      'Kind: captions',
      '',
      'NOTE a remark',
      'over two lines',
      '',
      'STYLE',
      '::cue { color: red }',
      '',
      'REGION',
      'id:top',
      '',
      'intro',
      '00:00:01.000 --> 00:00:02.500 align:start position:10%',
      'Hello',
      'there.',
      '',
      '',
      '00:03.000-->00:04.000',
      'Again.',
    ];
    const expected = [
      { start: 1, end: 2.5, text: 'Hello\nthere.' },
      { start: 3, end: 4, text: 'Again.' },
    ];
    for (const newline of ['\n', '\r\n', '\r']) expect(parseWebVtt(text.join(newline))).toEqual(expected);
  });

  test('a cue may follow the header without an empty line', () => {
    expect(parseWebVtt('WEBVTT\n00:00.000 --> 00:01.000\nHi')).toEqual([{ start: 0, end: 1, text: 'Hi' }]);
  });

  test('invalid cues are skipped, the others kept', () => {
    const text = `WEBVTT\n\n00:00.000 --> soon\nno\n\n00:05.000 --> 00:04.000\nno\n\n00:01.000 --> 00:02.000\n\nstray\n\n00:06.000 --> 00:07.000\nyes\n00:08.000 --> 00:09.000\ntoo`;
    expect(parseWebVtt(text).map((cue) => cue.text)).toEqual(['yes', 'too']);
  });

  test('tags are dropped, references are decoded, a single voice is kept', () => {
    expect(
      one(
        '<v.loud Ann &amp; Bob>Hi <b>you</b> <00:01.500><c.x>there</c> &lt;b&gt; &#x1F600;&#65; &nope;</v>',
      ),
    ).toEqual({
      start: 1,
      end: 2,
      text: 'Hi you there <b> 😀A &nope;',
      speaker: 'Ann & Bob',
    });
    expect(one('<v Ann>Hi\n<v Bob>Hello')).toEqual({ start: 1, end: 2, text: 'Hi\nHello' });
    expect(one('1 &lt; 2 <unclosed')?.text).toBe('1 < 2');
  });

  test.each(['', 'webvtt', 'WEBVTTX', ' WEBVTT', '1\n00:00.000 --> 00:01.000\nHi'])('%p is refused', (text) =>
    expect(() => parseWebVtt(text)).toThrow(WebVttError),
  );

  test('an exceeded limit reports its line', () => {
    const text = formatWebVtt([0, 1, 2].map((start) => ({ start, end: start + 1, text: 'é' })));
    expect(() => parseWebVtt(text, { maxCues: 2 })).toThrow('WebVTT line 9: more than 2 cues');
    expect(() => parseWebVtt('WEBVTT ééé', { maxBytes: 12 })).toThrow('longer than 12 bytes');
    expect(parseWebVtt('WEBVTT ééé', { maxBytes: 13 })).toEqual([]);
    expect(parseWebVtt(text, { maxCues: 3 })).toHaveLength(3);
  });

  test('twice as many captions full of broken markup take about twice the work', () => {
    const prepare = (count: number) =>
      `WEBVTT\n\n${`00:00.000 --> 00:01.000\n${'<'.repeat(40)}&&&&&\n`.repeat(count)}`;
    expect(doublingRatio(8_000, prepare, parseWebVtt)).toBeLessThan(linearRatio);
  });
});

describe('formatting', () => {
  test('an arrow, markup and empty lines in a text are escaped or removed', () => {
    const cue = { start: 0, end: 1, text: 'a --> b\n\n<i>x</i> & y', speaker: 'C > D' };
    const vtt = formatWebVtt([cue]);
    expect(vtt).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\n<v C &gt; D>a --&gt; b\n&lt;i&gt;x&lt;/i&gt; &amp; y\n',
    );
    expect(parseWebVtt(vtt)).toEqual([{ ...cue, text: 'a --> b\n<i>x</i> & y' }]);
  });

  test.each(['--', 'Ann --', '-'])('a speaker may be called %p', (speaker) => {
    const cue = { start: 0, end: 1, text: 'x', speaker };
    expect(parseWebVtt(formatWebVtt([cue]))).toEqual([cue]);
  });

  test('an empty list of cues gives a valid WebVTT file', () => {
    expect(parseWebVtt(formatWebVtt([]))).toEqual([]);
  });

  test('a cue that ends before it starts is an error', () => {
    expect(() => formatWebVtt([{ start: 2, end: 1, text: 'x' }])).toThrow(RangeError);
  });
});

const char = fc.oneof(
  fc.constantFrom(
    '&',
    '<',
    '>',
    '--',
    '-->',
    '\n',
    '\r',
    '\r\n',
    ' ',
    '\u00a0',
    '\u200e',
    '\0',
    '&amp;',
    '<v A>',
    'NOTE',
    '\ufeff',
  ),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);
const anyText = fc.array(char, { maxLength: 12 }).map((parts) => parts.join(''));
const anyCue = fc.record(
  {
    start: fc.double({ min: 0, max: 1e5, noNaN: true }),
    length: fc.double({ min: 0, max: 60, noNaN: true }),
    text: anyText,
    speaker: anyText,
  },
  { requiredKeys: ['start', 'length', 'text'] },
);

test('property: parsing the output gives the same cues', () => {
  const round = (seconds: number): number => Math.round(seconds * 1000) / 1000;
  fc.assert(
    fc.property(fc.array(anyCue, { maxLength: 8 }), (drafts) => {
      const cues = drafts.map(({ length, ...cue }) => ({ ...cue, end: cue.start + length }));
      const expected = cues.map(({ start, end, text, speaker }) => {
        const name = normaliseSpeaker(speaker ?? '');
        return {
          start: round(start),
          end: round(end),
          text: normaliseCueText(text),
          ...(name && { speaker: name }),
        };
      });
      const read = parseWebVtt(formatWebVtt(cues));
      expect(read).toEqual(expected.filter((cue) => cue.text !== ''));
      expect(parseWebVtt(formatWebVtt(read))).toEqual(read);
    }),
    { numRuns: 500 },
  );
});

test('property: any cue text is parsed without an error', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(Array.isArray(parseWebVtt(`WEBVTT\n\n00:00.000 --> 00:01.000\n${text}`))).toBe(true);
    }),
  );
});
