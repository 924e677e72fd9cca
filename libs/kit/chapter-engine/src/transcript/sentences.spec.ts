import { readSentences } from './sentences.ts';
import { readTranscript } from './transcript.ts';

const read = (
  ...texts: string[]
): { text: string; firstCue: number; lastCue: number; isWhole: boolean }[] => {
  const cues = texts.map((text, i) => ({ start: 3 * i, end: 3 * i + 3, text }));
  return readSentences(readTranscript(cues), 0, cues.length);
};

describe(readSentences, () => {
  it('reads sentences across cues, with their cue indexes', () => {
    const sentences = read(
      'Bees dance. The angle of',
      'the dance points to the flowers.',
      '',
      ' They  know.',
    );
    expect(sentences).toMatchObject([
      { text: 'Bees dance.', firstCue: 0, lastCue: 0, isWhole: true },
      { text: 'The angle of the dance points to the flowers.', firstCue: 0, lastCue: 1 },
      { text: 'They know.', firstCue: 3, lastCue: 3 },
    ]);
  });

  it.each([
    'The river is 3.5 km long, e.g. in spring, as Dr. Weber says.',
    'Das ist z. B. am 3. Mai der Fall, sagt Prof. Weber und die Stadt.',
    'Wait... there is more to it than that.',
  ])('does not end at a full stop inside a sentence: %s', (text) => {
    expect(read(text).map((sentence) => sentence.text)).toEqual([text]);
  });

  it('ends after a contraction, too', () => {
    expect(read("We won't. They will.").map(({ text }) => text)).toEqual(["We won't.", 'They will.']);
  });

  it('splits captions without punctuation at pauses and when they become long', () => {
    const sentences = read(...Array.from({ length: 20 }, () => 'and then we water the garden again'));
    expect(sentences.length).toBeGreaterThan(3);
    expect(sentences.every((sentence) => !sentence.isWhole)).toBe(true);
  });

  it('marks an unfinished sentence', () => {
    expect(read('This is whole. This is not').map((sentence) => sentence.isWhole)).toEqual([true, false]);
  });
});
