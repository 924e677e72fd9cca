import { chapterise } from '../chapterise.ts';
import { summariseChapters } from '../single-parts.ts';

const summaryOf = (...lines: string[]): string => {
  const cues = lines.map((text, i) => ({ start: 6 * i, end: 6 * i + 6, text }));
  return summariseChapters(cues, [0])[0]!;
};

describe(summariseChapters, () => {
  const whole = 'A strong hive gives the beekeeper thirty kilograms of honey.';

  it.each([
    ['points to another', 'And they make honey in the hive for the beekeeper and for the bees of that hive.'],
    ['is a question', 'How does the beekeeper take the honey out of a strong hive of bees?'],
    ['announces', 'First we will talk about the hive, the honey and the work of a beekeeper with the bees.'],
    ['continues a list', 'A second strong hive gives the beekeeper thirty kilograms of honey.'],
    ['has a pronoun', 'A strong hive gives these beekeepers thirty kilograms of honey.'],
    ['is unfinished', 'The hive of the beekeeper and the honey of the bees in the hive and the.'],
  ])('prefers a sentence that stands alone to one that %s', (_, text) => {
    expect(summaryOf(text, whole)).toBe(whole);
  });

  it('leaves out the words before a sentence that stands alone', () => {
    expect(summaryOf('And so, well, the bees of a strong hive make honey for the beekeeper.')).toBe(
      'The bees of a strong hive make honey for the beekeeper.',
    );
  });
});

it('gives a chapter with a plain title its first words', () => {
  const texts = [
    ...Array.from({ length: 30 }, () => 'We have spoken about the garden and about what the bees do in it.'),
    'Yeah. Right.',
    'So, um, how do you decide what should be done by whom?',
    ...Array.from({ length: 10 }, () => 'And so they did what they could do with it.'),
  ];
  const cues = texts.map((text, i) => ({ start: 6 * i, end: 6 * i + 6, text }));
  const { chapters } = chapterise(cues, { parts: { segmenter: () => [0, 30] } });
  expect(chapters[1]).toMatchObject({
    title: 'Part 2 · 03:00',
    summary: 'How do you decide what should be done by whom?',
  });
});
