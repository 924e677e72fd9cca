import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import fc from 'fast-check';
import { answerFrom, chapterise, quoteChapters, type Cue } from './index.ts';

const words =
  'the of price budget model because then team value customer I think we really problem market tool'.split(
    ' ',
  );
/** Always the same words in a varied order. */
const wordAt = (index: number) => words[(index * index + 7 * index) % words.length] ?? '';
const sentenceAt = (index: number) =>
  `Then ${Array.from({ length: 8 }, (_, k) => wordAt(9 * index + k)).join(' ')}.`;
const lines = (size: number, lineAt: (index: number) => Partial<Cue>): Cue[] =>
  Array.from({ length: size / 50 }, (_, at) => ({ start: 3 * at, end: 3 * at + 3, text: '', ...lineAt(at) }));
const oneLine = (size: number, unit: string): Cue[] => [
  { start: 0, end: 3_600, text: `x ${unit.repeat(size / unit.length)}x end.` },
];

const transcripts: Record<string, (size: number) => Cue[]> = {
  'sentences of one time': (size) => lines(size, (at) => ({ start: 0, end: 9_000, text: sentenceAt(at) })),
  'sentences within a minute of a long recording': (size) =>
    lines(size, (at) => ({ start: 5_000 + (50 * 50 * at) / size, end: 10_000, text: sentenceAt(at) })),
  'one word': (size) => lines(size, () => ({ text: 'budget '.repeat(7) })),
  'distinct words': (size) =>
    lines(size, (at) => ({ text: words.map((word) => word + String(at)).join(' ') })),
  'no punctuation': (size) => lines(size, (at) => ({ text: sentenceAt(at).slice(0, -1).toLowerCase() })),
  announcements: (size) =>
    lines(size, (at) => ({
      start: at / 1_000,
      end: 9_000,
      text: `Today I want to talk about naming, pricing and zebra${String(at)}.`,
    })),
  'many speakers': (size) => lines(size, (at) => ({ text: sentenceAt(at), speaker: `S${String(at)}` })),
  'one long sentence': (size) => oneLine(size, 'because, we think it works, '),
  'topics without end': (size) => oneLine(size, "let's talk about the budget of what is called price, "),
  'joined words': (size) => oneLine(size, '-'),
  marks: (size) => oneLine(size, '.'),
  'quotation marks': (size) => oneLine(size, '."'),
};

// All together, because some alone take less time than a tick of the processor's clock.
test('twice as long transcripts take about twice the work', () => {
  const prepare = (size: number) => Object.values(transcripts).map((transcript) => transcript(size));
  const work = (all: readonly Cue[][]) =>
    all.map((cues) => [
      chapterise(cues),
      quoteChapters(cues, [0], { count: 5, focus: 'price and budget', avoid: [sentenceAt(3)] }),
      answerFrom(cues, 'What is the price of the model?'),
    ]);
  expect(doublingRatio(20_000, prepare, work)).toBeLessThan(linearRatio);
});

test('property: whatever is said whenever, chapters rise, have titles and begin with a line', () => {
  const unit = fc.constantFrom(...words, '.', '?', ', ', ' ', '-', "'", '"', '語', '…', 'talk about ');
  const text = fc
    .array(fc.tuple(unit, fc.nat({ max: 20 })), { maxLength: 8 })
    .map((runs) => runs.map(([each, times]) => `${each} `.repeat(times)).join(''));
  const step = fc.constantFrom(0, 0, 0.001, 3, 40, 4_000);
  const cue = fc.record({ step, text, speaker: fc.constantFrom(undefined, 'A', 'B') });
  fc.assert(
    fc.property(fc.array(cue, { maxLength: 60 }), (drafts) => {
      let start = 0;
      const cues = drafts.map(({ step: pause, ...rest }) => ({
        ...rest,
        start: (start += pause),
        end: start + 2,
      }));
      const { chapters, summary } = chapterise(cues);
      expect(summary).not.toBe('');
      for (const [at, chapter] of chapters.entries()) {
        expect(chapter.title.length).toBeGreaterThan(0);
        expect(chapter.title.length).toBeLessThanOrEqual(100);
        expect(chapter.start).toBeGreaterThan(chapters[at - 1]?.start ?? -1);
        if (at > 0) expect(cues.some((each) => each.start === chapter.start)).toBe(true);
      }
    }),
  );
});
