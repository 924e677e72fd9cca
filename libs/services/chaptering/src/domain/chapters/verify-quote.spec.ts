import fc from 'fast-check';
import type { Cue } from './chapter.ts';
import { foldCues, foldWords } from './folded-words.ts';
import { verifyQuote, verifyQuotes } from './verify-quote.ts';

const cues: Cue[] = [
  { start: 0.5, end: 4, text: 'Good morning, and welcome to “the future of tea”.' },
  { start: 4, end: 9, text: 'We don’t sell leaves; we sell a quiet' },
  { start: 9, end: 14, text: 'quarter of an hour. Nobody else does.' },
  { start: 14, end: 20, text: 'Grüße aus Köln: die Straße war größer als gedacht!' },
];

const words = fc.constantFrom('tea', 'water', 'Über', 'naïve', "don't", 'leaf', '42', 'Größe', 'the', 'a');
const transcripts: fc.Arbitrary<Cue[]> = fc
  .array(fc.array(words, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 12 })
  .map((lines) =>
    lines.map((line, index) => ({ start: index * 3, end: index * 3 + 3, text: `${line.join(' ')}.` })),
  );

function isVerbatim(text: string, within: readonly Cue[]): boolean {
  const said = ` ${foldCues(within)
    .words.map(({ folded }) => folded)
    .join(' ')} `;
  return said.includes(` ${foldWords(text).join(' ')} `);
}

describe(verifyQuote, () => {
  it('property: accepts only words of the transcript, with a time of their cue', () => {
    fc.assert(
      fc.property(transcripts, fc.array(words, { maxLength: 12 }), (said, quoteWords) => {
        const quote = verifyQuote(quoteWords.join(' '), said);
        if (!quote) return;
        expect(isVerbatim(quote.text, said)).toBe(true);
        expect(foldWords(quote.text)).toHaveLength(quoteWords.length);
        const [first] = foldWords(quote.text);
        const spokenIn = said.filter(({ text }) => foldWords(text).includes(first!));
        const isIn = ({ start, end }: Cue) =>
          quote.at >= Math.max(0, start - 2) && quote.at < Math.max(end - 2, 1);
        expect(spokenIn.some(isIn)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('capitalises the first letter of a quote from the middle of a sentence', () => {
    const spokenCues = [{ start: 4, end: 9, text: 'And so we sell a quiet quarter of an hour.' }];
    expect(verifyQuote('We sell a quiet quarter of an hour.', spokenCues)?.text).toBe(
      'We sell a quiet quarter of an hour.',
    );
    expect(verifyQuote('we sell a quiet quarter', spokenCues)?.text).toBe('we sell a quiet quarter');
  });

  it('property: finds words of the transcript in any case, form and punctuation', () => {
    const variants = [
      (text: string) => text.toUpperCase(),
      (text: string) => text.normalize('NFD'),
      (text: string) => text.replace(/ /g, ' \n—  '),
      (text: string) => `„${text}!“`,
      (text: string) => text.replace(/'/g, '’'),
      (text: string) => text.replace(/ /g, '\u200B \u202E'),
    ];
    fc.assert(
      fc.property(
        transcripts,
        fc.nat(),
        fc.nat(),
        fc.constantFrom(...variants),
        (said, from, length, vary) => {
          const all = said.flatMap(({ text }) => text.replace(/\.$/, '').split(' '));
          const first = from % all.length;
          const quoteWords = all.slice(first, first + 1 + (length % 10));
          const quote = verifyQuote(vary(quoteWords.join(' ')), said);
          expect(quote && foldWords(quote.text)).toEqual(foldWords(quoteWords.join(' ')));
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ['nothing of this was said here', undefined],
    ['', undefined],
    ['…!?', undefined],
    ['WELCOME TO THE FUTURE OF TEA', { text: 'welcome to “the future of tea”.', at: 0 }],
    ['we dont sell leaves', { text: 'We don’t sell leaves', at: 2 }],
    ['a quiet quarter of an hour', { text: 'a quiet quarter of an hour.', at: 4 + (5 * 30) / 37 - 2 }],
    ['nobody else does', { text: 'Nobody else does.', at: 9 + (5 * 20) / 37 - 2 }],
    ['die STRASSE war größer', { text: 'die Straße war größer', at: 14 + (6 * 16) / 50 - 2 }],
    ['gru\u0308ße aus koln', undefined],
  ])('makes of %j %j', (text, quote) => expect(verifyQuote(text, cues)).toEqual(quote));

  it('repairs a misquote with the words of the transcript', () => {
    expect(verifyQuote('We never sell leaves; we sell a quiet quarter of an hour', cues)).toEqual({
      text: 'We don’t sell leaves; we sell a quiet quarter of an hour.',
      at: 2,
    });
  });

  it('drops a misquote with too few words in common, and a quote that is too long', () => {
    expect(verifyQuote('We always sell coffee in the morning', cues)).toBeUndefined();
    const long = [{ start: 0, end: 100, text: 'word '.repeat(400) }];
    expect(verifyQuote('word '.repeat(200), long)).toBeUndefined();
  });

  it('finds words between markup, and returns no markup', () => {
    const spokenCues = [
      { start: 4, end: 9, text: 'We <img src=x onerror=alert(1)>[sell](javascript:x) a quiet quarter.' },
    ];
    const proposed = '**We** <i>sell</i> ![a](https://evil.example) a quiet quarter.';
    expect(verifyQuote(proposed, spokenCues)).toEqual({ text: 'We sell a quiet quarter.', at: 2 });
  });

  it('returns no invisible characters', () => {
    const hidden = [{ start: 0, end: 5, text: 'Pay\u202E the\u0007 invo\u00ADice now' }];
    expect(verifyQuote('pay the invoice now', hidden)?.text).toBe('Pay the invoice now');
  });
});

describe(verifyQuotes, () => {
  it('returns at most the requested number, in the order of the transcript, without duplicates', () => {
    const texts = [
      'Nobody else does',
      'good morning',
      'GOOD MORNING',
      'made up entirely',
      'the future of tea',
    ];
    expect(verifyQuotes(texts, cues, 2).map(({ text }) => text)).toEqual([
      'Good morning',
      'Nobody else does.',
    ]);
    expect(verifyQuotes(texts, cues, 9)).toHaveLength(3);
    expect(verifyQuotes(texts, cues, 0)).toEqual([]);
  });
});
