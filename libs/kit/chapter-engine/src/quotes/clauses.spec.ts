import { joinsStatements } from './clauses.ts';
import { languageData } from '../language/language-data.ts';
import { readSentences } from '../transcript/sentences.ts';
import { readTranscript } from '../transcript/transcript.ts';

const isJoined = (text: string): boolean => {
  const [sentence] = readSentences(readTranscript([{ start: 0, end: 9, text }]), 0, 1);
  const words = sentence!.words.map((word) => word.text.toLowerCase().replaceAll('’', "'"));
  return joinsStatements(sentence!, words, languageData('en'));
};

describe(joinsStatements, () => {
  it.each([
    'The wheel is made of oak, we bought it from a forest in the north.',
    'I do not like when visitors touch the sails, it is a real danger for them.',
    'Everybody knows the old mill, it has stood on the hill for two hundred years.',
    'Every baker has a key to the gate, the baker of the harbour has two of them.',
    'As the miller said, there are many kinds of flour, each kind has its own price.',
    'You open the gate, the water runs over the wheel and the stones begin to turn.',
    "We've still got the first millstone, that's the most beautiful part of the mill.",
    'In spring the river is high, in my opinion, and nobody sleeps, we work all night.',
  ])('finds two statements that only a comma joins: %s', (text) => expect(isJoined(text)).toBe(true));

  it.each([
    'If the tide is high, the wheel turns all night.',
    'The idea is when the tide is high, we can grind for three hours.',
    'We had hoped that in the first winter, we would grind enough for the island.',
    'When you open the gate, it takes a minute until the wheel turns.',
    'The wheel is made of oak, and we bought it from a forest in the north.',
    'The wheel is made of oak, which we bought from a forest in the north.',
    'The wheel is made of oak, because it lasts for a century under water.',
    'The wheel is not made of iron, it is made of oak.',
    "The secret isn't the wind, it's the shape of the sails.",
    'You open the gate, you grease the wheel, and you wait for the tide.',
    'The wheel, I think, is the most beautiful part of the mill.',
    'The wheel needs new oak every century, I think.',
    'The miller always says, you should never open the gate at night.',
    'The problem is, the wheel needs more water than the river has.',
    'In the first winter, we lost two wheels to the ice.',
    'We met the miller, the man who built the wheel, in the harbour.',
    'The mill grinds rye, barley, oats that grow on the island, and wheat.',
    'Even now, after two centuries, the oak is as hard as iron.',
  ])('accepts: %s', (text) => expect(isJoined(text)).toBe(false));

  it('knows no rule for a language in which commas separate main clauses', () => {
    const text = 'Das Rad ist aus Eiche, wir haben es im Norden gekauft.';
    const cues = [{ start: 0, end: 9, text }];
    const [sentence] = readSentences(readTranscript(cues), 0, 1);
    const words = sentence!.words.map((word) => word.text.toLowerCase());
    expect(joinsStatements(sentence!, words, languageData('de'))).toBe(false);
  });
});
