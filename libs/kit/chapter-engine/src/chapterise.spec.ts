import fc from 'fast-check';
import { chapterise } from './chapterise.ts';
import type { Cue } from './transcript/cue.ts';
import { anyCues, findRecording, foldText, readFixture, readGolden } from './testing/recordings.ts';

const transcripts = readFixture('bitcointranscripts.jsonl');
const own = readFixture('own-talks.jsonl');

describe(chapterise, () => {
  it('property: makes valid chapters of any captions', () => {
    fc.assert(
      fc.property(anyCues, fc.integer({ min: 1, max: 3 }), (cues, quoteCount) => {
        const { chapters, summary } = chapterise(cues, { quoteCount });
        expect(chapters[0]?.start).toBe(0);
        expect(summary.length).toBeGreaterThanOrEqual(1);
        expect(summary.length).toBeLessThanOrEqual(600);
        const starts = new Set(cues.map((cue) => cue.start));
        for (const [c, { start, title, summary: line }] of chapters.entries()) {
          if (c > 0) expect(start - chapters[c - 1]!.start).toBeGreaterThanOrEqual(10);
          if (c > 0) expect(starts.has(start)).toBe(true);
          for (const text of [title, line]) {
            expect(text.trim().length).toBeGreaterThanOrEqual(1);
            expect(text.length).toBeLessThanOrEqual(100);
          }
        }
        const titles = chapters.map((chapter) => chapter.title.toLowerCase());
        expect(new Set(titles).size).toBe(titles.length);
      }),
      { numRuns: 300 },
    );
  });

  it('property: quotes only words of the chapter, without overlap', () => {
    const check = (cues: Parameters<typeof chapterise>[0], quoteCount: number): void => {
      const { chapters } = chapterise(cues, { quoteCount });
      for (const [c, { start, quotes }] of chapters.entries()) {
        const end = chapters[c + 1]?.start ?? Infinity;
        const chapterCues = cues.filter((cue) => cue.start >= start && cue.start < end);
        expect(quotes.length).toBeLessThanOrEqual(quoteCount);
        for (const [q, { text, cueStart }] of quotes.entries()) {
          const from = chapterCues.filter((cue) => cue.start >= cueStart);
          expect(foldText(from.map((cue) => cue.text).join(' '))).toContain(foldText(text));
          expect(cueStart).toBeGreaterThanOrEqual(quotes[q - 1]?.cueStart ?? 0);
        }
      }
    };
    fc.assert(fc.property(anyCues, fc.integer({ min: 1, max: 3 }), check), { numRuns: 300 });
    for (const { cues } of [...transcripts, ...own]) check(cues, 3);
  });

  it('returns the requested number of quotes of suitable length where a chapter is long enough', () => {
    const quotes = transcripts.flatMap(({ cues, duration }) =>
      chapterise(cues, { duration, quoteCount: 3 }).chapters.map((chapter, c, all) => ({
        seconds: (all[c + 1]?.start ?? duration) - chapter.start,
        quotes: chapter.quotes,
      })),
    );
    for (const each of quotes) expect(each.quotes.length).toBeGreaterThanOrEqual(each.seconds < 60 ? 1 : 3);
    const all = quotes.flatMap((each) => each.quotes);
    const lengths = all.map(({ text }) => text.split(' ').length);
    expect(lengths.filter((words) => words < 8 || words > 50)).toEqual([]);
    expect(lengths.filter((words) => words >= 15).length / lengths.length).toBeGreaterThan(0.7);
    const whole = all.filter(({ text }) => /[.?!]["'”]?$/u.test(text));
    expect(whole.length / lengths.length).toBeGreaterThan(0.9);
  });

  it('is deterministic', () => {
    for (const { cues, duration } of [...transcripts, ...own]) {
      const first = JSON.stringify(chapterise(cues, { duration }));
      const again = JSON.stringify(chapterise(structuredClone(cues), { duration }));
      expect(again).toBe(first);
    }
  });

  it('returns the chapters of the golden file', () => {
    const { cues, duration } = findRecording(own, 'garden');
    expect(chapterise(cues, { duration, quoteCount: 1 })).toEqual(readGolden('garden.chapters.json'));
  });

  it('finds the three topics of a talk of two minutes', () => {
    const { cues, duration } = findRecording(own, 'three-topics');
    const titles = chapterise(cues, { duration }).chapters.map((chapter) => chapter.title);
    expect(titles).toHaveLength(3);
    for (const [c, word] of ['Solar', 'Honey', 'Sourdough'].entries()) expect(titles[c]).toContain(word);
  });

  it.each<[string, Cue[]]>([
    ['no captions', []],
    ['one caption', [{ start: 3, end: 4, text: 'Hi' }]],
    ['half a minute', findRecording(own, 'three-topics').cues.filter((cue) => cue.end <= 30)],
    ['music', Array.from({ length: 300 }, (_, i) => ({ start: i * 4, end: i * 4 + 3, text: '♪♪' }))],
    ['silence', Array.from({ length: 300 }, (_, i) => ({ start: i * 4, end: i * 4, text: ' ' }))],
    [
      'one repeated sentence',
      Array.from({ length: 300 }, (_, i) => ({
        start: i * 4,
        end: i * 4 + 3,
        text: 'This engine is a good engine.',
      })),
    ],
  ])('makes one chapter of %s', (_, cues) => expect(chapterise(cues).chapters).toHaveLength(1));

  it('uses replaced parts', () => {
    const { cues } = findRecording(own, 'garden');
    const titler = (_: unknown, chapters: readonly unknown[]): string[] =>
      chapters.map((__, c) => `Part ${c}`);
    const { chapters } = chapterise(cues, { parts: { segmenter: () => [0, 10], titler } });
    expect(chapters.map(({ start, title }) => [start, title])).toEqual([
      [0, 'Part 0'],
      [cues[10]!.start, 'Part 1'],
    ]);
  });
});
