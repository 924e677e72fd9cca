/** @jest-environment node */
import { chapterLimit } from '@vault/contracts';
import fc from 'fast-check';
import { readChapterList } from './read-chapter-list.ts';
import { shortTime } from '../../../lib/format/format-time.ts';

const read = (...lines: string[]) => readChapterList(lines.join('\n'), 1200);
const kinds = (...lines: string[]) => read(...lines).problems.map(({ line, kind }) => [line, kind]);

test('reads every format of a time, and ignores list markers', () => {
  const { chapters, problems } = readChapterList(
    [
      '0:00 Welcome',
      '',
      '- 0:10 – Who is here',
      '• 00:20 - Agenda: what comes',
      '4. 0:30 Three numbers',
      '5) [0:40] Churn',
      '(00:00:50) Retention',
      '#7 1:00 | 2024',
      '**1:10** Bold',
      '1:20 - 1:30 A range',
      '[1:30 – 1:40]: A range in brackets',
      '1:40.500 With a fraction',
      '\u200e01:50\u00a0\u2013\u00a0Hard\u2028',
      '2：00 Wide colon',
      '1:02:03 Hours',
      '01:02:04 → Two digits',
      '75:30 Many minutes',
    ].join('\r\n'),
    0,
  );
  expect(problems).toEqual([]);
  expect(chapters.map(({ from, title }) => [from, title])).toEqual([
    [0, 'Welcome'],
    [10, 'Who is here'],
    [20, 'Agenda: what comes'],
    [30, 'Three numbers'],
    [40, 'Churn'],
    [50, 'Retention'],
    [60, '2024'],
    [70, 'Bold'],
    [80, 'A range'],
    [90, 'A range in brackets'],
    [100, 'With a fraction'],
    [110, 'Hard'],
    [120, 'Wide colon'],
    [3723, 'Hours'],
    [3724, 'Two digits'],
    [4530, 'Many minutes'],
  ]);
  expect(chapters.slice(0, 2).map(({ line }) => line)).toEqual([1, 3]);
});

test('a list without lines has neither chapters nor problems', () => {
  expect(readChapterList(' \n\n\t', 60)).toEqual({ chapters: [], problems: [] });
});

describe('an invalid line is reported', () => {
  test.each([
    ['no time', ['0:00 A', 'Only words'], [[2, 'no-time']]],
    ['the time last', ['0:00 A', 'Welcome (1:00)'], [[2, 'time-last']]],
    ['75 seconds', ['0:00 A', '1:75 B'], [[2, 'bad-time']]],
    ['one digit', ['0:00 A', '1:5 B'], [[2, 'bad-time']]],
    ['60 minutes in hours', ['0:00 A', '0:60:00 B'], [[2, 'bad-time']]],
    ['too many parts', ['0:00 A', '0:00:01:00 B'], [[2, 'bad-time']]],
    ['no title', ['0:00 A', '1:00 –'], [[2, 'no-title']]],
    ['a long title', ['0:00 A', `1:00 ${'b'.repeat(101)}`], [[2, 'long-title']]],
    ['not after the line before', ['0:00 A', '', '2:00 B', '1:00 C', '3:00 D'], [[4, 'not-after']]],
    ['the same time', ['0:00 A', '1:00 B', '2:00 C', '01:00 D'], [[4, 'twice']]],
    ['past the end', ['0:00 A', '20:00 B'], [[2, 'past-end']]],
    ['the first late', ['0:05 A', '1:00 B'], [[1, 'first-late']]],
  ] as const)('%s', (_name, lines, expected) => {
    expect(kinds(...lines)).toEqual(expected);
  });

  test('with the information needed to fix it', () => {
    expect(read('0:00 A', 'Welcome - 01:00').problems).toEqual([
      { line: 2, kind: 'time-last', turned: '1:00 Welcome' },
    ]);
    expect(read('0:00 A', '2:00 B', '1:00 C').problems).toEqual([
      { line: 3, kind: 'not-after', time: '1:00', earlier: '2:00', otherLine: 2 },
    ]);
  });

  test('the first valid line is not reported as late when invalid lines precede it', () => {
    expect(kinds('Chapters:', '0:05 A')).toEqual([[1, 'no-time']]);
  });

  test('too many chapters are reported once, and reading stops', () => {
    const lines = Array.from({ length: chapterLimit + 9 }, (_none, at) => `${shortTime(at)} T`);
    const { chapters, problems } = readChapterList(lines.join('\n'), 0);
    expect(chapters).toHaveLength(chapterLimit);
    expect(problems).toEqual([{ line: chapterLimit + 1, kind: 'too-many', limit: chapterLimit }]);
  });
});

describe('a line is understood whole', () => {
  test.each([
    ['00:02:14.123456 Guest', 134, 'Guest'],
    ['0:00:30,5 - Comma', 30, 'Comma'],
    ['00:00:10.000\t00:07:04.576\t1st talk', 10, '1st talk'],
    ['2\t1:00\t–\t2:00\tTalk', 60, 'Talk'],
    ['1:00\tTalk', 60, 'Talk'],
    ['00:00:10.000 00:07:04.576 1st talk', 10, '1st talk'],
    ['0:10-5 degrees', null, 'bad-time'],
    ['1:00 → 2:00 → Talk', 60, 'Talk'],
    ['1:00 --> 2:00 Talk', 60, 'Talk'],
    ['１：３０ Title', 90, 'Title'],
    ['０１：０２：０３\u3000時間', 3723, '時間'],
    ['（1:30', null, 'no-time'],
    ['٠١:٣٠ عنوان', 90, 'عنوان'],
    ['1:30開始', 90, '開始'],
    ['0:10 -5 degrees', 10, '-5 degrees'],
    ['0:10 −5 degrees', 10, '−5 degrees'],
    ['0:10 - -5 degrees', 10, '-5 degrees'],
    ['0:10 –Welcome', 10, 'Welcome'],
    ['0:10-Welcome', 10, 'Welcome'],
    ['0:10 - - Welcome', 10, '- Welcome'],
    ['0:10 16:9 or 4:3', 10, '16:9 or 4:3'],
    ['**0:10 Bold**', 10, 'Bold'],
    ['- **0:10 –** Bold', 10, 'Bold'],
    ['[0:10](https://example.com/v?t=10) Linked', 10, 'Linked'],
    ['[0:10 – 0:20] Range', 10, 'Range'],
    ['(0:10 – Welcome)', null, 'bad-time'],
    ['0:10pm Lunch', null, 'bad-time'],
    ['0:10;12 Frames', null, 'bad-time'],
    ['0:10:11:12 Frames', null, 'bad-time'],
    ['0:10/0:20 Talk', null, 'bad-time'],
    ['0:20 - 0:10 Talk', null, 'bad-end'],
    ['0:10 - 0:75 Talk', null, 'bad-time'],
    ['0:10 12:30 lunch', null, 'two-times'],
    ['0:10 | 12:30 lunch', 10, '12:30 lunch'],
    ['0:10\tTalk\tAnn', null, 'columns'],
    ['0:10\t0:20', 10, '0:20'],
    ['0:10\t–', null, 'no-title'],
  ] as const)('%j', (line, from, words) => {
    const { chapters, problems } = read('0:00 A', line);
    if (from === null) expect(problems).toEqual([expect.objectContaining({ line: 2, kind: words })]);
    else {
      expect(problems.filter(({ kind }) => kind !== 'past-end')).toEqual([]);
      expect(chapters[1]).toEqual({ from, title: words, line: 2 });
    }
  });

  test('a very long line is reported at once', () => {
    const [problem] = read('0:00 A', `x${' -'.repeat(200_000)}x`).problems;
    expect(problem).toMatchObject({ line: 2, kind: 'no-time' });
  });
});

describe('a file is read as a whole', () => {
  const vtt = (...lines: string[]) => ['WEBVTT', '', ...lines].join('\n');

  test('WebVTT chapters, with an identifier, settings, markup and a note', () => {
    const text = vtt(
      'NOTE Made by hand',
      '',
      'one',
      '00:00.000 --> 00:10.000 align:start',
      '<b>Q&amp;A</b>',
      'and more',
      '',
      '00:00:10.500 --> 00:00:20.000',
      '<v Ann>Hello',
    );
    expect(readChapterList(`\ufeff${text}`, 0)).toEqual({
      problems: [],
      chapters: [
        { from: 0, title: 'Q&A and more', line: 6 },
        { from: 10, title: 'Ann: Hello', line: 10 },
      ],
    });
  });

  test.each([
    ['text without a time', ['00:00.000 --> 00:10.000', 'A', '', 'Lost'], [[6, 'no-time']]],
    ['a bad time', ['00:00.000 --> 00:10.000', 'A', '', '00:75.000 --> 01:80.000', 'B'], [[6, 'bad-time']]],
    ['an early end', ['00:00.000 --> 00:10.000', 'A', '', '00:20.000 --> 00:10.000', 'B'], [[6, 'bad-end']]],
    [
      'a cue without text',
      ['00:00.000 --> 00:10.000', 'A', '', '00:20.000 --> 00:30.000'],
      [[6, 'no-title']],
    ],
    ['no line between', ['00:00.000 --> 00:10.000', 'A', '00:20.000 --> 00:30.000', 'B'], [[5, 'no-time']]],
  ])('a cue is reported: %s', (_name, lines, expected) => {
    expect(readChapterList(vtt(...lines), 0).problems.map(({ line, kind }) => [line, kind])).toEqual(
      expected,
    );
  });

  test('SubRip', () => {
    const text =
      '1\r\n00:00:00,000 --> 00:00:01,500\r\n<i>Hello</i>\r\n\r\n2\r\n00:00:02,000 --> 00:00:03,000\r\n1 < 2\r\n';
    expect(readChapterList(text, 0).chapters.map(({ from, title }) => [from, title])).toEqual([
      [0, 'Hello'],
      [2, '1 < 2'],
    ]);
  });

  test('headings of Markdown; one of the same level without a time is reported', () => {
    const text = '# Notes\n\n## 0:00 One\n\n- 0:30 said\n\n## Two\n\n## 1:00 Three ##\n\n> ## 2:00 quoted';
    expect(readChapterList(text, 0)).toEqual({
      problems: [{ line: 7, kind: 'no-time', words: 'Two' }],
      chapters: [
        { from: 0, title: 'One', line: 3 },
        { from: 60, title: 'Three', line: 9 },
      ],
    });
  });

  test.each(['{', '{"video":{}}', '{"format":"other","chapters":[]}', '{"video":null}'])(
    'JSON that is no export is reported: %s',
    (text) => {
      expect(readChapterList(text, 0).problems).toEqual([{ line: 1, kind: 'bad-json' }]);
    },
  );

  test('a chapter of JSON is reported with its line', () => {
    const chapters = [{ start: '00:00:00', title: '"start": "' }, { start: '1:00', title: 'B' }, null];
    const { problems } = readChapterList(JSON.stringify({ video: { chapters } }, null, 2), 0);
    expect(problems.map(({ line, kind }) => [line, kind])).toEqual([
      [9, 'bad-time'],
      [1, 'bad-json'],
    ]);
  });
});

const word = fc.stringMatching(/^[A-Za-zäöé][A-Za-zäöé,.'!?]{0,8}$/);
const title = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
const starts = fc
  .uniqueArray(fc.integer({ min: 1, max: 20_000 }), { maxLength: 20 })
  .map((seconds) => [0, ...seconds.toSorted((a, b) => a - b)]);
const lead = fc.constantFrom('', '- ', '• ', '1. ', '12) ', '* ', '– ', '> ', '#3 ');
const shape = fc.constantFrom<(time: string, words: string) => string>(
  (time, words) => `${time} ${words}`,
  (time, words) => `[${time}] ${words}`,
  (time, words) => `(${time}) - ${words}`,
  (time, words) => `${time}: ${words}`,
  (time, words) => `**${time}** – ${words}`,
  (time, words) => `${time.padStart(5, '0')}\t${words}  `,
);

test('property: a valid list is read in every format of its lines', () => {
  fc.assert(
    fc.property(
      starts,
      fc.array(fc.tuple(lead, shape, title), { minLength: 21, maxLength: 21 }),
      (at, formats) => {
        const lines = at.map((from, index) => {
          const [before, format, words] = formats[index]!;
          return { from, words, text: before + format(shortTime(from), words) };
        });
        const list = readChapterList(lines.map(({ text }) => text).join('\n'), 0);
        expect(list.problems).toEqual([]);
        expect(list.chapters).toEqual(
          lines.map(({ from, words }, index) => ({ from, title: words, line: index + 1 })),
        );
      },
    ),
  );
});

test('property: a list without problems can be saved', () => {
  const odd = fc.constantFrom(...Array.from('0159:.,-–[]()* \t\u200e\u2028\u202eaZé日'));
  const junk = fc.string({ unit: odd, maxLength: 30 });
  const timed = fc.tuple(lead, fc.nat({ max: 1500 }), fc.string({ unit: odd, maxLength: 12 }));
  const lists = fc.array(timed, { maxLength: 6 }).map((some) => {
    const rising = some.toSorted(([, a], [, b]) => a - b);
    return ['0:00 A', ...rising.map(([before, from, words]) => `${before}${shortTime(from)} ${words}`)];
  });
  let readLists = 0;
  fc.assert(
    fc.property(lists, fc.option(junk, { freq: 3 }), fc.boolean(), (rising, extra, isFirst) => {
      const lines = extra === null ? rising : isFirst ? [extra, ...rising] : [...rising, extra];
      const { chapters, problems } = read(...lines);
      if (problems.length > 0) return;
      readLists += chapters.length > 1 ? 1 : 0;
      expect(chapters[0]?.from).toBe(0);
      for (const [index, { from, title: words }] of chapters.entries()) {
        expect(from).toBeGreaterThan(chapters[index - 1]?.from ?? -1);
        expect(from).toBeLessThan(1200);
        expect(words).toMatch(/^\S(.{0,98}\S)?$/su);
      }
    }),
    { numRuns: 500 },
  );
  // About thirty of the random lists are without problems.
  expect(readLists).toBeGreaterThan(5);
});
