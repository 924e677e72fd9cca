import type { Cue } from './cue.ts';
import { readPrint } from './printable.ts';
import { phrasebook } from './phrasebook.ts';
import { quoteChapters } from './single-parts.ts';
import { readSentences } from './sentences.ts';
import { foldText } from './testing/recordings.ts';
import { readTranscript } from './transcript.ts';

/** A made talk between a host and a guest, with all that makes what is said unfit for print. */
const interview: readonly (readonly ['Host' | 'Guest', string])[] = [
  ['Host', 'Welcome back to the show, today we have somebody who restores old tide mills with us.'],
  ['Host', 'Can you tell us how a tide mill works and why anybody would still build one today?'],
  ['Guest', "Yeah, so it's, it's, it's very as it's very old, the idea of the tide mill, I mean."],
  ['Guest', 'A tide mill stores the sea water of the flood behind a dam and lets it out over a wheel.'],
  ['Guest', 'And so the mill runs twice a day, for about three hours after every high water.'],
  ['Guest', 'The, the wheel of the mill, um, is made of oak.'],
  ['Host', 'So you mentioned that the oak for the wheel comes from a single forest in the north.'],
  ['Guest', 'Right.'],
  ['Guest', 'Oak that lies under water for years becomes harder than the iron nails that hold it.'],
  ['Guest', 'because if you take the oak out of the sea water too early then it'],
  ['Guest', 'We lost two wheels in the first winter because nobody had measured the highest tide.'],
  ['Host', 'I would love to hear what the people in the village said about the two broken wheels.'],
  ['Guest', 'Which was the mill before the flood, and the wheel with all of that.'],
  ['Guest', 'But the village paid for the third wheel within one week, and half of it came from children.'],
  ['Guest', 'We wanted, we always wanted the mill to grind real flour for the bakery in the harbour.'],
  ['Host', 'How much flour does the mill grind for the bakery in one year.'],
  ['Guest', 'The mill grinds nine tons of flour every year, which is enough for every baker on the island.'],
  ['Guest', 'If the bakery on the island asks for even more flour from the mill.'],
  ['Guest', 'No other machine on the island has worked for four hundred years without any fuel at all.'],
  ['Host', 'Thank you very much, and thanks to everybody who listened to us today.'],
];
const cues: Cue[] = interview.map(([speaker, text], i) => ({
  start: 7 * i,
  end: 7 * i + 7,
  text,
  speaker,
}));

const askers = interview.filter(([speaker]) => speaker === 'Host').map(([, text]) => foldText(text));

/** The rules of a quote that can be printed, told apart so that a failure names the one that is broken. */
const rules: Record<string, (quote: string) => boolean> = {
  'is a whole statement': (quote) => /^[\p{Lu}\p{N}].*[.!]$/u.test(quote),
  'has 8 to 50 words': (quote) => quote.split(' ').length >= 8 && quote.split(' ').length <= 50,
  'is no question of the host': (quote) => !/\?/u.test(quote) && !askers.includes(foldText(quote)),
  'has no stutter': (quote) =>
    !/\b(\S+),? \1\b/iu.test(quote) && !/\b(?:um|uh)\b|we wanted, we|as it's/iu.test(quote),
  'does not start in the middle': (quote) =>
    !/^(?:and|but|so|because|which|or|yeah|right|well)\b/iu.test(quote) && !quote.startsWith('If the'),
};

describe('the quotes of a talk between two', () => {
  const found = (count: number): string[] => quoteChapters(cues, [0], { count })[0]!.map(({ text }) => text);

  it.each(Object.entries(rules))('can be printed: each %s', (_, keeps) => {
    for (const count of [1, 2, 3])
      for (const quote of found(count)) expect([quote, keeps(quote)]).toEqual([quote, true]);
  });

  it('hold only words that were said', () => {
    const said = foldText(interview.map(([, text]) => text).join(' '));
    for (const quote of found(3)) expect(said).toContain(foldText(quote));
  });
});

describe(readPrint, () => {
  const opening = (text: string): { rest: string; isFit: boolean } => {
    const [sentence] = readSentences(readTranscript([{ start: 0, end: 9, text }, ...cues]), 0, 1);
    const [print] = readPrint([sentence!], false, phrasebook('en'));
    return { rest: text.slice(print!.from), isFit: print!.first === 0 };
  };

  it.each([
    [
      'And so, you know, the mill runs twice a day after the flood.',
      'the mill runs twice a day after the flood.',
    ],
    [
      'All right, well, a mill needs the sea more than it needs wind.',
      'a mill needs the sea more than it needs wind.',
    ],
    [
      'The flood turns the wheel of every mill on the island.',
      'The flood turns the wheel of every mill on the island.',
    ],
  ])('leaves out what only leads over: %s', (text, rest) => {
    expect(opening(text)).toEqual({ rest, isFit: true });
  });

  it.each([
    'Why the mill stood still that year.',
    'You can look at the mill, the old mill, and see it.',
    'The idea behind the mill, So I am careful with its name.',
    'When you come to the mill because of the flour of the island.',
    'It was the mill that we had, and we had, and the like.',
    'The mill, I think I think it was built by the monks.',
    'Andrew: The mill grinds flour for all of the island.',
    'The mill at the very end of the harbour under the bridge of stone.',
  ])('does not print: %s', (text) => {
    expect(opening(text).isFit).toBe(false);
  });
});
