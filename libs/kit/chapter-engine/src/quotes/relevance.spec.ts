import { relevanceOf, readRelevance } from './relevance.ts';
import { readSentences } from '../transcript/sentences.ts';
import { readTranscript } from '../transcript/transcript.ts';

/** The relevance of each sentence to the typed words. */
const read = (texts: readonly string[], typed: string): number[] => {
  const cues = texts.map((text, i) => ({ start: 3 * i, end: 3 * i + 3, text }));
  const transcript = readTranscript(cues);
  const sentences = readSentences(transcript, 0, cues.length);
  const relevance = readRelevance(sentences, typed, transcript.language);
  return sentences.map((_, i) => relevanceOf(relevance, i));
};

const hive = [
  'The queen lays two thousand eggs in the hive, and that is a lot of work for one bee.',
  'In the hive the nectar of the flowers becomes honey.',
  'Explaining this takes us a while, and so we have a break now.',
  'The beekeeper takes the honey that the bees do not need for the winter.',
];

describe(readRelevance, () => {
  it('matches forms of words, but not function words', () => {
    const [queen = 0, nectar = 0, , keeper = 0] = read(hive, 'How do the bees make their nectars?');
    expect(nectar).toBeGreaterThan(0);
    expect(queen).toBeGreaterThan(0);
    expect(keeper).toBeGreaterThan(0);
    expect(read(hive, 'What do they have there in all of this?')).toEqual([0, 0, 0, 0]);
  });

  it.each(['Explain rocket engines', 'Explain: rocket engines!', 'Rocket engines. Explain them'])(
    'ignores instructions: %s',
    (typed) => expect(read(hive, typed)).toEqual([0, 0, 0, 0]),
  );

  it('ignores instructions that are said too, but not when they are all that is typed', () => {
    const texts = ['The best quote of them all is the one of the day.', 'The queen lays eggs in the hive.'];
    expect(read(texts, 'Please give me the best quotes about dragons')).toEqual([0, 0]);
    expect(read(texts, 'the best quotes').map((each) => each > 0)).toEqual([true, false]);
    const [quote = 0, queen = 0] = read(texts, 'the best quotes about the queen');
    expect(queen).toBeGreaterThan(quote);
  });

  it('matches a single word', () => expect(read(hive, 'Honey')[1]).toBeGreaterThan(0));

  it('matches capitalised names and numbers', () => {
    const texts = [
      'We think that it is a good idea.',
      'The work that AI does is good.',
      'It is version 22 of it.',
    ];
    expect(read(texts, 'AI?').map((each) => each > 0)).toEqual([false, true, false]);
    expect(read(texts, 'What is in 22?').map((each) => each > 0)).toEqual([false, false, true]);
  });

  it('matches parts of compound words', () => {
    const texts = ['Das Wasser ist für das Beet da.', 'Die Luft ist in dem Haufen und auch im Beet.'];
    expect(read(texts, 'Wie ist der Wasserverbrauch?').map((each) => each > 0)).toEqual([true, false]);
  });

  it('prefers a sentence about a word to one that only mentions it', () => {
    const texts = [
      'A good deal of this talk is about the violin.',
      'The violin is the talk of the day and of us.',
    ];
    const [names = 0, about = 0] = read(texts, 'the violin');
    expect(about).toBeGreaterThan(names);
  });
});
