import fc from 'fast-check';
import type { Cue } from './chapter.ts';
import {
  type ProposedChapter,
  applyChapterRules,
  maxChapters,
  maxSummaryLength,
  maxTitleLength,
  minChapterGap,
} from './chapter-rules.ts';

const wildText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 150 }),
  fc.string({ maxLength: 20 }),
  fc.constantFrom('', ' ', '\u200B', '\u202Etitle', 'Same', 'same', 'SAME\u0000', 'x'.repeat(5_000)),
);
const proposals: fc.Arbitrary<ProposedChapter[]> = fc.array(
  fc.record({
    start: fc.oneof(
      fc.double(),
      fc.double({ min: -10, max: 700, noNaN: true }),
      fc.constantFrom(0, NaN, Infinity, -1, 1e308, 30, 30),
    ),
    title: wildText,
    summary: wildText,
    quotes: fc.array(
      wildText.map((text) => ({ text })),
      { maxLength: 4 },
    ),
  }),
  { maxLength: 30 },
);
const transcripts: fc.Arbitrary<Cue[]> = fc.array(
  fc.record({
    start: fc.double({ min: 0, max: 600, noNaN: true }),
    end: fc.constant(600),
    text: fc.oneof(fc.lorem({ maxCount: 8 }), wildText),
  }),
  { maxLength: 60 },
);
const durations = fc.constantFrom(600, 30, 5, 0, NaN);
const input = fc.record({
  proposed: proposals,
  cues: transcripts,
  durationSeconds: durations,
  quoteCount: fc.integer({ min: 0, max: 3 }),
});

describe(applyChapterRules, () => {
  it('property: makes valid chapters of any proposal', () => {
    fc.assert(
      fc.property(input, (given) => {
        const chapters = applyChapterRules(given);
        const cueStarts = new Set(given.cues.map(({ start }) => start));
        expect(chapters.length).toBeGreaterThan(0);
        expect(chapters.length).toBeLessThanOrEqual(maxChapters);
        expect(chapters[0]?.start).toBe(0);
        chapters.forEach((chapter, index) => {
          const before = chapters[index - 1];
          if (before) {
            expect(chapter.start - before.start).toBeGreaterThanOrEqual(minChapterGap);
            expect(cueStarts).toContain(chapter.start);
            if (given.durationSeconds > 0) expect(chapter.start).toBeLessThan(given.durationSeconds);
          }
          expect(chapter.title.length).toBeGreaterThan(0);
          expect(chapter.title.length).toBeLessThanOrEqual(maxTitleLength);
          expect(chapter.summary.length).toBeGreaterThan(0);
          expect(chapter.summary.length).toBeLessThanOrEqual(maxSummaryLength);
          expect(chapter.title + chapter.summary).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
          expect(chapter.quotes.length).toBeLessThanOrEqual(given.quoteCount);
          for (const { at } of chapter.quotes) expect(at).toBeGreaterThanOrEqual(0);
        });
        const titles = chapters.map(({ title }) => title.toLowerCase());
        expect(new Set(titles).size).toBe(titles.length);
      }),
      { numRuns: 300 },
    );
  });

  it('numbers plain titles as the chapters follow each other', () => {
    const cues = [0, 60, 176].map((start) => ({ start, end: start + 50, text: 'We speak.' }));
    const titles = ['Introduction', 'Part 2 · 01:00', 'Part 1 · 00:00'];
    const proposed = cues.map(({ start }, at) => ({
      start,
      title: titles[at] ?? '',
      summary: 'S',
      quotes: [],
    }));
    const chapters = applyChapterRules({ proposed, cues, durationSeconds: 300, quoteCount: 0 });
    expect(chapters.map(({ title }) => title)).toEqual(['Introduction', 'Part 2 · 01:00', 'Part 3 · 02:56']);
  });

  it('property: is deterministic and does not change its input', () => {
    fc.assert(
      fc.property(input, (given) => {
        const copy = structuredClone(given);
        const first = applyChapterRules(given);
        expect(applyChapterRules(given)).toEqual(first);
        expect(given).toEqual(copy);
      }),
    );
  });

  const cues = [0, 12, 24, 36].map((start, index) => ({
    start,
    end: start + 12,
    text: `Sentence number ${String(index + 1)}.`,
  }));
  const proposed = (start: number, title: string) => ({
    start,
    title,
    summary: `About ${title}`,
    quotes: [],
  });

  it('moves starts to the nearest cue and keeps the rest of a valid proposal', () => {
    const chapters = applyChapterRules({
      proposed: [proposed(0, 'One'), proposed(23, 'Two'), proposed(37, 'Three')],
      cues,
      durationSeconds: 48,
      quoteCount: 1,
    });
    expect(chapters.map(({ start, title }) => [start, title])).toEqual([
      [0, 'One'],
      [24, 'Two'],
      [36, 'Three'],
    ]);
  });

  it('numbers repeated titles', () => {
    const chapters = applyChapterRules({
      proposed: [proposed(0, 'Questions'), proposed(12, 'questions'), proposed(24, 'Questions')],
      cues,
      durationSeconds: 48,
      quoteCount: 1,
    });
    expect(chapters.map(({ title }) => title)).toEqual(['Questions', 'questions (2)', 'Questions (3)']);
  });

  it('makes one chapter when there are no cues, or no usable proposal', () => {
    const silent = applyChapterRules({
      proposed: [proposed(5, 'X')],
      cues: [],
      durationSeconds: 9,
      quoteCount: 3,
    });
    expect(silent).toHaveLength(1);
    const useless = applyChapterRules({
      proposed: [proposed(NaN, 'X')],
      cues,
      durationSeconds: 48,
      quoteCount: 3,
    });
    expect(useless).toMatchObject([
      { start: 0, title: 'Whole video', summary: expect.stringMatching(/^Sentence number 1/) as string },
    ]);
  });

  it('keeps all chapters when the duration is unknown', () => {
    const chapters = applyChapterRules({
      proposed: [proposed(0, 'One'), proposed(24, 'Two')],
      cues,
      durationSeconds: 0,
      quoteCount: 1,
    });
    expect(chapters).toHaveLength(2);
  });

  it('handles ten thousand proposals over ten thousand cues', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      start: index,
      end: index + 1,
      text: 'word',
    }));
    const chapters = applyChapterRules({
      proposed: many.map(({ start }) => proposed(start, 'Again')),
      cues: many,
      durationSeconds: 10_000,
      quoteCount: 1,
    });
    expect(chapters).toHaveLength(maxChapters);
  });
});
