/** @jest-environment node */
import { chapterLimit } from '@vault/contracts';
import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import fc from 'fast-check';
import { readChapterList } from './read-chapter-list.ts';
import { shortTime } from '../../../lib/format/format-duration.ts';

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
  expect(readChapterList(' \n\n\t', 60)).toEqual({ chapters: [], problems: [], leftOut: [] });
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
  ] as const)('%s', (_name, lines, expected) => expect(kinds(...lines)).toEqual(expected));

  test('with the information needed to fix it', () => {
    expect(read('0:00 A', 'Welcome - 01:00').problems).toEqual([
      { line: 2, kind: 'time-last', turned: '1:00 Welcome' },
    ]);
    expect(read('0:00 A', '2:00 B', '1:00 C').problems).toEqual([
      { line: 3, kind: 'not-after', time: '1:00', earlier: '2:00', otherLine: 2 },
    ]);
  });

  test('the first valid line is not reported as late when invalid lines precede it', () => {
    expect(kinds('1:75 Welcome', '0:05 A')).toEqual([[1, 'bad-time']]);
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
      leftOut: [],
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
      leftOut: [],
      chapters: [
        { from: 0, title: 'One', line: 3 },
        { from: 60, title: 'Three', line: 9 },
      ],
    });
  });

  test.each(['{', '{"video":{}}', '{"format":"other","chapters":[]}', '{"video":null}'])(
    'JSON that is no export is reported: %s',
    (text) => expect(readChapterList(text, 0).problems).toEqual([{ line: 1, kind: 'bad-json' }]),
  );

  test('a chapter of JSON is reported with its line', () => {
    const chapters = [{ start: '00:00:00', title: '"start": "' }, { start: '1:75', title: 'B' }, null];
    const { problems } = readChapterList(JSON.stringify({ video: { chapters } }, null, 2), 0);
    expect(problems.map(({ line, kind }) => [line, kind])).toEqual([
      [9, 'bad-time'],
      [1, 'bad-json'],
    ]);
  });
});

describe('lists of other tools', () => {
  const three = [
    [0, 'Intro'],
    [62, 'Pricing, net'],
    [125, 'Support'],
  ];
  const xml = '<?xml version="1.0"?>\n';
  const atoms = ['00:00:00.000000000', '00:01:02.500000000', '00:02:05.0']
    .map((start, at) => {
      const title = String(three[at]?.[1]);
      return `<ChapterAtom>\n<ChapterTimeStart>${start}</ChapterTimeStart>\n<ChapterDisplay><ChapterString>${title}</ChapterString></ChapterDisplay>\n</ChapterAtom>`;
    })
    .join('\n');
  test.each([
    ['labels of Audacity', '0.000000\t0.000000\tIntro\n62.5\t62.5\tPricing, net\n125.0\t130.0\tSupport'],
    ['whole seconds', '0 Intro\n62 Pricing, net\n125 Support'],
    ['seconds with a unit', '0s - Intro\n62.4s - Pricing, net\n125s - Support'],
    ['units', '0m00s Intro\n[1m02s] Pricing, net\n- 2m 5s: Support'],
    ['one unit', '0s Intro\n1 min 2 sec Pricing, net\n125 seconds Support'],
    ['ranges of units', '0m0s - 1m2s Intro\n0h01m02s – 0h2m5s Pricing, net\n0h02m05s Support'],
    ['fractions', '0:00:00.000 Intro\n0:01:02.500 Pricing, net\n0:02:05.999 Support'],
    [
      'a table of Markdown',
      '| Time | Chapter |\n|:---|---|\n| 0:00 | Intro |\n| 1:02 | Pricing, net |\n| 2:05 | Support |',
    ],
    ['a table without names', '| 0:00 | Intro |\n| 1:02 | Pricing, net |\n| 2:05 | Support |'],
    ['CSV', 'title,start\nIntro,00:00:00\n"Pricing, net",00:01:02\n"Support",125'],
    ['CSV with quotation marks only around commas', 'start,title\n0,Intro\n62.5,Pricing, net\n125,Support'],
    [
      'CSV with semicolons',
      '"Start time";"End time";"Name"\n"0:00";"1:02";"Intro"\n"1:02";"2:05";"Pricing, net"\n"2:05";"";"Support"',
    ],
    ['CSV without names', '0:00,"Intro"\n1:02,"Pricing, net"\n2:05,"Support"'],
    ['times at the end', 'Intro - 0:00\nPricing, net (1:02)\nSupport 2:05'],
    ['emoji digits', '1️⃣ 0:00 Intro\n2️⃣ 1:02 Pricing, net\n🔟 2:05 Support'],
    ['emoji', '⏱️ 0:00 Intro\n👩‍💻 1:02 Pricing, net\n✅ 2:05 Support'],
    ['check boxes', '- [ ] 0:00 Intro\n- [x] 1:02 Pricing, net\n① 2:05 Support'],
    [
      'a list of HTML',
      '<ul>\n<li>0:00 Intro</li>\n<li><a href="?t=62">1:02</a> Pricing, net</li>\n<li>2:05&nbsp;Support</li>\n</ul>',
    ],
    ['references and code', '`0:00` &ndash; Intro\n`1:02` &mdash; Pricing, net\n`2:05` &bull; Support'],
    ['HTML in one line', '<p>0:00 Intro<br>1:02 Pricing, net<br/>2:05 Support</p>'],
    [
      'a table of HTML',
      '<table>\n<tr><th>Time</th><th>Title</th></tr>\n<tr>\n<td>0:00</td>\n<td>Intro</td>\n</tr><tr><td>1:02</td><td>Pricing, net</td></tr>\n<tr><td>2:05</td><td>Support</td></tr></table>',
    ],
    [
      'JSON Chapters',
      '{"version":"1.2.0","chapters":[{"startTime":0,"title":"Intro"},{"startTime":62.5,"title":"Pricing, net"},{"startTime":125,"title":"Support"}]}',
    ],
    [
      'Podlove in JSON',
      '[{"start":"00:00:00.000","title":"Intro"},{"start":"00:01:02.5","title":"Pricing, net"},{"start":"125","title":"Support"}]',
    ],
    [
      'ffprobe',
      '{\n"chapters":[{"start":0,"start_time":"0.000000","tags":{"title":"Intro"}},{"start":62500,"start_time":"62.500000","tags":{"title":"Pricing, net"}},{"start":125000,"start_time":"125.0","tags":{"title":"Support"}}]}',
    ],
    [
      'Podlove in XML',
      `${xml}<psc:chapters version="1.2">\n<psc:chapter start="0" title="Intro"/>\n<psc:chapter title='Pricing, net' start='00:01:02.500' />\n<psc:chapter start="2:05" title="Support" href="https://example.com/" />\n</psc:chapters>`,
    ],
    ['Matroska', `${xml}<Chapters><EditionEntry>${atoms}</EditionEntry></Chapters>`],
    [
      'FFMETADATA',
      ';FFMETADATA1\ntitle=Talk\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=62500\ntitle=Intro\n[CHAPTER]\nTIMEBASE=1/10\nSTART=625\ntitle=Pricing, net\n[CHAPTER]\nSTART=125000000000\ntitle=Support',
    ],
    [
      'numbered names',
      'CHAPTER01=00:00:00.000\nCHAPTER01NAME=Intro\nCHAPTER02=00:01:02.500\nCHAPTER02NAME=Pricing, net\nCHAPTER03=00:02:05.000\nCHAPTER03NAME=Support',
    ],
  ])('%s', (_name, text) => {
    const { chapters, problems } = readChapterList(text, 0);
    expect(problems).toEqual([]);
    expect(chapters.map(({ from, title }) => [from, title])).toEqual(three);
  });

  test.each([
    [
      'Chapters\n0:00 A\n\nPart 2:\n1:00 B',
      [
        [1, 'Chapters'],
        [4, 'Part 2:'],
      ],
    ],
    ['start,title\n0:00,A', [[1, 'start,title']]],
    ['0.0\t1.0\tA\n\\\t20.0\t400.0\n2.0\t3.0\tB', [[2, '\\ 20.0 400.0']]],
    ['{"chapters":[{"startTime":0,"title":"A"},{"startTime":5,"title":"B","toc":false}]}', [[1, 'B']]],
  ])('a line that is left out of %j is named', (text, expected) => {
    const { chapters, problems, leftOut } = readChapterList(text, 0);
    expect([problems, chapters[0]]).toMatchObject([[], { from: 0, title: 'A' }]);
    expect(leftOut.map(({ line, words }) => [line, words])).toEqual(expected);
  });

  test.each([
    ['FILE "a.wav" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00', 'cue sheet'],
    ['<?xml version="1.0"?><xmeml/>', 'XML'],
    ['TITLE: a\n001  AX V C 01:00:00:00 01:00:10:00 00:00:00:00 00:00:10:00', 'EDL'],
  ])('another format is named: %j', (text, format) => {
    expect(readChapterList(text, 0).problems).toEqual([{ line: 1, kind: 'other-format', format }]);
  });

  test.each([
    '1 Intro\n2 Pricing',
    '1.00 Intro\n1.02 Pricing',
    '80s music',
    '0:00 A\n5m B',
    'Only words',
    '0:00 A\n\\',
  ])('what is no time is a problem: %j', (text) => {
    expect(readChapterList(text, 0).problems).toHaveLength(text.startsWith('1') ? 2 : 1);
  });

  test.each([
    '<li>0:00 ',
    '<tr',
    '0,"a" ',
    '"',
    '|',
    '&#1;',
    '1️⃣ ',
    '<psc:chapter start="',
    '<ChapterString>',
    '1h ',
    '[CHAPTER]\n',
    'CHAPTER01=\n',
    '0 a\n',
  ])('a text of %j takes twice the time when it is twice as long', (unit) => {
    const prepare = (size: number) => `<?xml${unit}`.slice(5) + unit.repeat(size / unit.length);
    expect(doublingRatio(20_000, prepare, (text) => readChapterList(text, 0))).toBeLessThan(linearRatio);
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
