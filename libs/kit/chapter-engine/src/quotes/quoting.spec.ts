import fc from 'fast-check';
import { quoteChapters, titleChapters } from '../single-parts.ts';
import type { Cue } from '../transcript/cue.ts';
import { anyCues, findRecording, foldText, readFixture } from '../testing/recordings.ts';

const recordings = [...readFixture('own-talks.jsonl'), ...readFixture('bitcointranscripts.jsonl')];
const part = (id: string, from = 0, to = Infinity): Cue[] =>
  findRecording(recordings, id).cues.filter(({ start }) => start >= from && start < to);
const quotes = (
  cues: readonly Cue[],
  options: { count: number; focus?: string; avoid?: string[] },
): string[] => quoteChapters(cues, [0], options)[0]!.map(({ text }) => text);

describe('quotes with a focus', () => {
  it.each<[string, string, RegExp]>([
    ['three-topics', 'Give me the best about sourdough bread', /bread|sourdough/iu],
    ['three-topics', 'bees', /bee|hive/iu],
    ['garden', 'Was sagt sie zu den Regenwürmern?', /Regenwurm|Regenwürmer/u],
    ['btc-22e683f0', 'What is special about DNS seeds?', /DNS|seed/u],
  ])('about the focus come first: %s, %s', (id, focus, about) => {
    const [two, one] = [quotes(part(id), { count: 2, focus }), quotes(part(id), { count: 1, focus })];
    for (const quote of [...two, ...one]) expect(quote).toMatch(about);
    expect([two.length, one.length]).toEqual([2, 1]);
  });

  it.each<[string, string]>([
    ['three-topics', 'Something funny about dragons, please'],
    ['three-topics', 'Explain the good dragons'],
    ['three-topics', 'other ones'],
    ['garden', 'Gib mir die besten Zitate zu Drachen'],
  ])('are none when nothing was said about it: %s, %s', (id, focus) => {
    expect(quotes(part(id), { count: 3, focus })).toEqual([]);
    expect(quotes(part(id), { count: 3, focus: ' ' })).toEqual(quotes(part(id), { count: 3 }));
  });
});

describe('quotes to avoid', () => {
  it.each(recordings.map(({ id }) => id))('are replaced by others if possible: %s', (id) => {
    const cues = part(id);
    const before = quotes(cues, { count: 3 });
    const after = quotes(cues, { count: 3, avoid: before });
    expect(after).toHaveLength(3);
    for (const quote of after) expect(foldText(before.join(' '))).not.toContain(foldText(quote));
  });

  it('are recognised when a person corrected a word', () => {
    const cues = part('three-topics');
    const [before = ''] = quotes(cues, { count: 1 });
    const corrected = before.replace(/\w+\.$/u, 'corrected.');
    expect(corrected).not.toBe(before);
    expect(quotes(cues, { count: 1, avoid: [corrected] })).not.toEqual([before]);
  });

  it('are returned when there are no others', () => {
    const cues = [
      { start: 0, end: 9, text: 'The queen lays two thousand eggs every day in the early summer.' },
    ];
    const before = quotes(cues, { count: 3 });
    expect(before).toHaveLength(1);
    expect(quotes(cues, { count: 3, avoid: before })).toEqual(before);
  });

  it('are not replaced by trivial sentences', () => {
    const texts = [
      'The queen lays two thousand eggs every day in the early summer of the year.',
      'Yes.',
      'So it is.',
    ];
    const cues = texts.map((text, i) => ({ start: 6 * i, end: 6 * i + 6, text }));
    expect(quotes(cues, { count: 1, avoid: [texts[0]!] })).toEqual([texts[0]]);
  });
});

it('property: returns valid quotes for any captions and options', () => {
  const anyOptions = fc.record({
    count: fc.integer({ min: 1, max: 3 }),
    focus: fc.oneof(fc.string(), fc.constantFrom('water', 'the bee and the light')),
    avoid: fc.array(fc.oneof(fc.string(), fc.constantFrom('the water of the light', 'and')), {
      maxLength: 3,
    }),
  });
  fc.assert(
    fc.property(anyCues, anyOptions, (cues, options) => {
      const newQuotes = cues.length > 0 ? quoteChapters(cues, [0], options)[0]! : [];
      const usual = cues.length > 0 ? quoteChapters(cues, [0], { count: options.count })[0]! : [];
      expect(newQuotes.length > 0 && usual.length === 0).toBe(false);
      if (options.focus.trim() === '') expect(Math.sign(newQuotes.length)).toBe(Math.sign(usual.length));
      expect(newQuotes.length).toBeLessThanOrEqual(options.count);
      for (const { text, cueStart } of newQuotes) {
        const from = cues.filter(({ start }) => start >= cueStart);
        expect(foldText(from.map((cue) => cue.text).join(' '))).toContain(foldText(text));
      }
    }),
    { numRuns: 200 },
  );
});

it('does not quote transitions to the next topic', () => {
  for (const quote of quotes(part('three-topics'), { count: 3 }))
    expect(quote).not.toMatch(/^Finally,|Now let us/u);
});

describe('a quote is complete and has one subject', () => {
  const quotesOf = (texts: readonly string[], count: number): string[] =>
    quotes(
      texts.map((text, i) => ({ start: 8 * i, end: 8 * i + 8, text })),
      { count },
    );

  it('does not join sentences about different subjects', () => {
    const newQuotes = quotesOf(
      [
        'The oak of the wheel came from a forest in the north of the country.',
        'My brother paints the sails of every boat in the harbour in the winter.',
        'Nobody on the island has ever paid a single coin for a loaf of bread.',
      ],
      1,
    );
    expect(newQuotes).toHaveLength(1);
    expect(newQuotes[0]!.match(/\./gu)).toHaveLength(1);
  });

  it('joins sentences about the same subject', () => {
    const texts = [
      'Oak needs a century to grow.',
      'Oak under water becomes harder than iron within ten years.',
    ];
    expect(quotesOf(texts, 1)).toEqual([texts.join(' ')]);
  });

  it('prefers whole sentences to clauses of a sentence', () => {
    const newQuotes = quotesOf(
      [
        'The oak for the wheel, um, they bring the oak for the wheel of the mill from a forest in the north.',
        'The wheel of the mill turns for three hours after every tide of the sea.',
        'The mill needs two people at the gate and one at the wheel of oak.',
      ],
      2,
    );
    expect(newQuotes).toEqual([
      'The wheel of the mill turns for three hours after every tide of the sea.',
      'The mill needs two people at the gate and one at the wheel of oak.',
    ]);
  });

  it('prefers single statements to two that only a comma joins', () => {
    const newQuotes = quotesOf(
      [
        'The oak of the wheel is older than the mill, we bought all of the oak of the wheel in May.',
        'The mill needs two people at the gate and one at the wheel of oak.',
      ],
      1,
    );
    expect(newQuotes).toEqual(['The mill needs two people at the gate and one at the wheel of oak.']);
  });

  it('returns the less fit ones when there are no others', () => {
    const texts = ['The oak of the wheel is older than the mill, we bought all of the oak in May.'];
    expect(quotesOf(texts, 1)).toEqual(texts);
  });
});

test('no sentence becomes a quote or a title of which the recogniser is unsure', () => {
  const cues = part('three-topics');
  const before = quotes(cues, { count: 3 });
  expect(before).toHaveLength(3);
  const [title = ''] = titleChapters(cues, [0]);
  const isIn = (text: string, words: string) => foldText(text).includes(foldText(words));
  const doubted = cues.map((cue) => ({
    ...cue,
    confidence: [title, ...before].some((said) => isIn(cue.text, said) || isIn(said, cue.text)) ? 0.4 : 0.9,
  }));
  const after = quotes(doubted, { count: 3 });
  expect(after).toHaveLength(3);
  for (const quote of after) expect(before).not.toContain(quote);
  expect(titleChapters(doubted, [0])[0]).not.toBe(title);
  const allDoubted = cues.map((cue) => ({ ...cue, confidence: 0.4 }));
  expect(quotes(allDoubted, { count: 3 })).toEqual([]);
  expect(titleChapters(allDoubted, [0])).toEqual(['Part 1 · 00:00']);
});
