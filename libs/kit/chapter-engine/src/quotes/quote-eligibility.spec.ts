import type { Cue } from '../transcript/cue.ts';
import { assessSentences } from './quote-eligibility.ts';
import { languageData } from '../language/language-data.ts';
import { quoteChapters } from '../single-parts.ts';
import { readSentences } from '../transcript/sentences.ts';
import { foldText } from '../testing/recordings.ts';
import { readTranscript } from '../transcript/transcript.ts';

/** An invented interview with everything that makes speech unfit for print. */
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

const hostTexts = interview.filter(([speaker]) => speaker === 'Host').map(([, text]) => foldText(text));

/** The rules of a eligible quote, by name, so that a failure shows the broken rule. */
const rules: Record<string, (quote: string) => boolean> = {
  'is a whole statement': (quote) => /^[\p{Lu}\p{N}].*[.!]$/u.test(quote),
  'has 8 to 50 words': (quote) => quote.split(' ').length >= 8 && quote.split(' ').length <= 50,
  'is no question of the host': (quote) => !/\?/u.test(quote) && !hostTexts.includes(foldText(quote)),
  'has no stutter': (quote) =>
    !/\b(\S+),? \1\b/iu.test(quote) && !/\b(?:um|uh)\b|we wanted, we|as it's/iu.test(quote),
  'does not start in the middle': (quote) =>
    !/^(?:and|but|so|because|which|or|yeah|right|well)\b/iu.test(quote) && !quote.startsWith('If the'),
};

it.each([
  "Today we're going to talk about how the tide mill works and who pays for it.",
  'The first thing I want to briefly discuss is the oak that the wheel is made of.',
  'We will put the link to the plans of the mill in the show notes of this week.',
  'This episode is sponsored by the bakery that buys all of the flour of the mill.',
  'You can put your questions about the mill in the chat at any time from now on.',
  'As we are at the end of this webinar, everybody gets the plans of the mill by mail.',
  'We are very happy to have the miller of the island here to speak about oak and tides.',
  'We talked about the oak of the wheel for a long time in the last episode with the baker.',
])('announcements and housekeeping are not quoted: %s', (text) => {
  const texts = [text, ...[3, 8, 10, 16, 18].map((i) => interview[i]![1])];
  const talk = texts.map((each, i) => ({ start: 7 * i, end: 7 * i + 7, text: each }));
  const found = quoteChapters(talk, [0], { count: texts.length })[0]!
    .map((quote) => quote.text)
    .join(' ');
  expect(found).toContain('two wheels');
  expect(foldText(found)).not.toContain(foldText(text));
});

it.each([
  'heute möchte ich mit ihnen über die mühle am meer sprechen',
  'den link zu den plänen der mühle finden sie in der beschreibung',
])('announcements and housekeeping are found in German: %s', (text) => {
  expect(languageData('de').housekeeping.test(text)).toBe(true);
  expect(languageData('de').housekeeping.test('die mühle mahlt neun tonnen mehl im jahr')).toBe(false);
});

it.each([
  'If you want to talk to the miller about flour, you should come to the mill at low tide.',
  'Every slide of the gate lets the sea water of the flood out over the wheel of the mill.',
])('a statement with similar words is quoted: %s', (text) => {
  const talk = [{ start: 0, end: 7, text }];
  const [sentence] = readSentences(readTranscript(talk), 0, 1);
  expect(assessSentences([sentence!], false, languageData('en'))[0]!.inside).toBeLessThan(2);
});

describe('the quotes of an interview', () => {
  const found = (count: number): string[] => quoteChapters(cues, [0], { count })[0]!.map(({ text }) => text);

  it.each(Object.entries(rules))('are eligible: each %s', (_, keeps) => {
    for (const count of [1, 2, 3])
      for (const quote of found(count)) expect([quote, keeps(quote)]).toEqual([quote, true]);
  });

  it('contain only words of the transcript', () => {
    const transcriptText = foldText(interview.map(([, text]) => text).join(' '));
    for (const quote of found(3)) expect(transcriptText).toContain(foldText(quote));
  });
});

describe(assessSentences, () => {
  const opening = (text: string): { rest: string; isFit: boolean } => {
    const [sentence] = readSentences(readTranscript([{ start: 0, end: 9, text }, ...cues]), 0, 1);
    const [defects] = assessSentences([sentence!], false, languageData('en'));
    return { rest: text.slice(defects!.from), isFit: defects!.first === 0 };
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
  ])('skips openers: %s', (text, rest) => expect(opening(text)).toEqual({ rest, isFit: true }));

  it('never quotes a clause without its condition', () => {
    const transcriptText = 'If the tide is high, then the wheel turns all night, and we can sleep at last.';
    expect(opening(transcriptText)).toEqual({ rest: transcriptText, isFit: true });
  });

  it.each([
    ['The gate lets you, um.', 'Open or close the pond behind the mill whenever we like.'],
    ["We know that he won't.", 'The wheel is what everybody in the village came to see.'],
  ])('does not quote from the middle of a sentence: %s %s', (...texts) => {
    const extra = texts.map((text, i) => ({ start: 9 * i, end: 9 * i + 9, text }));
    const sentences = readSentences(readTranscript([...extra, ...cues]), 0, 2);
    expect(assessSentences(sentences, false, languageData('en'))[1]!.first).toBeGreaterThan(0);
  });

  it('does not quote the introduction of a question', () => {
    const talk = ['I read that the wheel of the mill is made of oak.', 'Is it?'];
    const extra = talk.map((text, i) => ({ start: 9 * i, end: 9 * i + 9, text, speaker: 'Host' }));
    const transcript = readTranscript([...extra, { ...cues[3]!, start: 18, end: 27, speaker: 'Guest' }]);
    const [defects] = assessSentences(readSentences(transcript, 0, 3), false, languageData('en'));
    expect(defects!.first).toBeGreaterThan(0);
  });

  it.each([
    'The oak of the wheel feels like iron after ten years under water.',
    'The thing that we need in the harbour is a mill that makes flour.',
    'In this case the mill, which is old, can run without the lower gate.',
    'We saw the wheel turn in the flood, and that was enough for us.',
    'Lock the lower gate of the mill when the tide is high.',
    'Keep bags of flour in another house for a whole year.',
    'A wheel that nobody has mended is only a hope.',
    'I think that the mill needs a wheel of oak.',
    'The baker told us that the island needs a second mill before winter.',
    'Before we open the lower gate, the wheel of oak must be dry.',
    'None of it’s lost when the tide is high in the winter.',
    'Every flood that comes in, it’s measured at the lower gate.',
    'The wheel feels like it has turned for four hundred years.',
  ])('accepts: %s', (text) => expect(opening(text)).toEqual({ rest: text, isFit: true }));

  it.each([
    'Why the mill stood still that year.',
    'You can look at the mill, the old mill, and see it.',
    'The idea behind the mill, So I am careful with its name.',
    'When you come to the mill because of the flour of the island.',
    'It was the mill that we had, and we had, and the like.',
    'The mill, I think I think it was built by the monks.',
    'Andrew: The mill grinds flour for all of the island.',
    'The mill at the very end of the harbour under the bridge of stone.',
    // No main clause, or an abandoned one.
    'A rule of the mill, because we have a rule that is older.',
    'Whoever mends the old wheel of the mill in winter.',
    'Some of the work that the monks did here, some that the baker did.',
    'The wheel of the old mill, keep in mind that it turns with the tide.',
    'Bags of flour all along the wall of the great barn that the youngest baker would sell.',
    'In terms of what was hard was the oak of the wheel.',
    'The mill turns the wheel all night and if the tide is high.',
    'The mill grinds the flour for everybody, but the old bakery.',
    'Instead of a mill in the harbour where they make the flour at night.',
    'The main thing in the mill is because it is made of oak.',
    'Found out what the mill needs for a winter without a storm.',
    'Figures out what the mill needs for a winter without a storm.',
    'I think our own old mill of oak by the sea.',
    'I grinding more and more flour for the bakery.',
    'The good thing is that actually the amount of flour that you need.',
    'The reason for the mill is that obviously I think.',
    'Of the mill here, it might not be that easy.',
    // Restarted sentences.
    'I would never would build a mill of oak by the sea.',
    'We have did more for the mill than anybody else has.',
    'The wheel of the mill has, it will give you flour.',
    'If you, and if the tide is high, then the mill runs.',
    'I was also, it was the wheel that we had to mend.',
    'The mill is, if you look, I just built it of oak.',
    'We went up to the mill to build a. House for the baker.',
    'We look forward to those things Going on with the mill.',
    "We can see that it has a wheel and we're in.",
    'I think no good reason why the mill should be sold.',
    'Baker of Harbour: The mill grinds the flour for everybody.',
    'We get we might build another mill of oak.',
    'The wheel is just over just barely ten feet high.',
    'The monks give out, give a bag of flour to everybody.',
    'The price of the, of flour is what we never know.',
    'You start, you started with a mill of your own.',
    'I think the lower, the upper wheel is of oak.',
    'It could be, as a baker, it could be for you.',
    "There's a wheel, there's actually two wheels in the old mill.",
    'Within the mill it is dark, but within the mill we have lamps.',
    'We are happy to have the baker here, Baker You have done a lot.',
    'You w just open the gate and the wheel begins to turn.',
    '~~We will~~ right now the mill needs three people to run.',
    "The wheel is so old that it's might take a winter to mend.",
    "The wheel is wet when it's turns with the tide at night.",
    "Some say that we we're the last bakers on the island.",
    "The village was glad about that's when the mill ran at last.",
    'I felt was a good reason to build the mill again.',
    'Before we open the gate of the old mill at night.',
    'Especially when the tide is high over the lower gate.',
    'Every part of the old mill where it looks like it turns.',
    'Only monks built a mill like that here because again.',
    // Colloquial words.
    'The wheel turned and the oak was like so old in there.',
    'The bakers come at night and they like take the flour with them.',
    'We sell the flour to the harbour or something every year.',
    'Then the mill ran all night because the tide was higher, and we were glad, and tired, and wet, too.',
  ])('rejects: %s', (text) => expect(opening(text).isFit).toBe(false));
});
