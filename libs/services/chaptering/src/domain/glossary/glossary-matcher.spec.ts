import { glossaryLimits, signsAt, withPlainMarks } from '@vault/contracts';
import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import fc from 'fast-check';
import { GlossaryMatcher, type Match } from './glossary-matcher.ts';
import type { GlossaryTerm } from './glossary-term.ts';
import { tokensOf, wordsOfForm, type Token } from './spoken-tokens.ts';

/** Compares each form with each place: what the matcher finds faster. */
function simpleMatches(terms: readonly GlossaryTerm[], tokens: readonly Token[]): Match[] {
  const right = terms.map((term) => patternOf(term, term.term));
  const isRight = tokens.map(() => false);
  for (const at of tokens.keys()) {
    const found = simpleFind(right, tokens, { at, isFree: () => true });
    if (found) isRight.fill(true, at, at + found.pattern.words.length);
  }
  const wrong = terms.flatMap((term) => term.wrongForms.map((form) => patternOf(term, form)));
  const spaced = wrong.map((pattern) => ({ ...pattern, separators: pattern.separators.map(asSpace) }));
  const spacedTokens = tokens.map((token) => ({ ...token, separator: asSpace(token.separator) }));
  const matches: Match[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const place = { at, isFree: (index: number) => !isRight[index] };
    const own = simpleFind(wrong, tokens, place);
    const other = simpleFind(spaced, spacedTokens, place);
    const found = other && other.pattern.words.length > (own?.pattern.words.length ?? 0) ? other : own;
    if (!found) continue;
    const to = at + found.pattern.words.length;
    matches.push({ from: at, to, end: found.end, term: found.pattern.term });
    at = to - 1;
  }
  return matches;
}

function asSpace<Separator extends string | undefined>(separator: Separator): Separator | ' ' {
  return separator === '-' ? ' ' : separator;
}

type Pattern = ReturnType<typeof patternOf>;

function patternOf(term: GlossaryTerm, text: string) {
  const words = wordsOfForm(text);
  return {
    term,
    signs: signsAt(text, words.at(-1)?.word.to ?? 0),
    words: words.map(({ word: { folded, from, to } }) => ({ folded, exact: exactly(text.slice(from, to)) })),
    separators: words.slice(1).map(({ separator }) => separator),
  };
}

const exactly = (text: string) => withPlainMarks(text).normalize('NFC');

function simpleFind(
  patterns: readonly Pattern[],
  tokens: readonly Token[],
  { at, isFree }: { at: number; isFree: (index: number) => boolean },
) {
  const { folded = '', bare, isInside } = tokens[at] ?? {};
  if (isInside?.before) return undefined;
  // With the signs of a name first, and a single word with its ’s before one without.
  const startingWith = (word: string | undefined) =>
    patterns
      .filter(({ words }) => words[0]?.folded === word)
      .sort((one, other) => other.words.length - one.words.length || other.signs.length - one.signs.length);
  for (const pattern of [...startingWith(folded), ...(bare ? startingWith(bare.folded) : [])]) {
    let end: number | undefined;
    const last = tokens[at + pattern.words.length - 1];
    if (last?.isInside.after || (pattern.signs !== '' && pattern.signs !== last?.signs)) continue;
    const isHere = pattern.words.every((_, index) => {
      end = isFree(at + index) ? endOf(pattern, index, tokens[at + index]) : undefined;
      return end !== undefined;
    });
    if (isHere && end !== undefined) return { pattern, end };
  }
  return undefined;
}

function endOf({ words, separators, term, signs }: Pattern, index: number, token: Token | undefined) {
  const [word, separator] = [words[index], separators[index]];
  if (!token || !word) return undefined;
  const written = exactly(token.exact);
  const isSame = (folded: string, exact: string) =>
    folded === word.folded && (!term.isCaseSensitive || exact === word.exact);
  if (isSame(token.folded, written))
    return separator === undefined || separator === token.separator ? token.to : undefined;
  const isPossessive = separator === undefined && signs === '' && token.bare;
  return isPossessive && isSame(token.bare.folded, written.slice(0, -2)) ? token.bare.to : undefined;
}

const word = fc.constantFrom(
  'a',
  'b',
  'A',
  'as',
  'a’s',
  "A's",
  'b’S',
  'é',
  'e\u0301',
  'ß',
  'ss',
  'a’b',
  'a+',
  'の',
  '設定',
  'a設',
  'の設',
);
const separator = fc.constantFrom(' ', ' ', ' ', '', '! ', '-', '\u2013', ', ', '\n', '. ', '\u0301');
const phraseOf = (maxLength: number) =>
  fc
    .array(fc.tuple(word, separator), { minLength: 1, maxLength })
    .map((parts) => parts.map(([text, after], index) => (index === 0 ? text : after + text)).join(''));
const anyTerms = fc.array(
  fc.record({
    id: fc.constant('x'),
    term: phraseOf(3),
    wrongForms: fc.array(phraseOf(4), { maxLength: 5 }),
    isCaseSensitive: fc.boolean(),
  }),
  { maxLength: 6 },
);
const anyLines = fc
  .array(fc.record({ text: phraseOf(9), speaker: fc.constantFrom('Ada', 'Ben') }), { maxLength: 5 })
  .map((lines) => lines.map((line, start) => ({ ...line, start, end: start + 1 })));

/** A glossary whose forms begin with one word, or fold to one, and a transcript of that word. */
function hostile(forms: number, isCaseSensitive: boolean) {
  const own = Array.from({ length: forms }, (_, index) =>
    isCaseSensitive ? inBits(index) : `a ${String(index)}q`,
  );
  const { wrongForms: most } = glossaryLimits;
  const terms = Array.from({ length: forms / most }, (_, index): GlossaryTerm => ({
    ...{ id: String(index), term: `Term${String(index)}`, isCaseSensitive },
    wrongForms: own.slice(index * most, (index + 1) * most),
  }));
  const text = Array(20)
    .fill(isCaseSensitive ? inBits(2 ** 14 - 1) : 'a')
    .join(' ');
  return {
    terms,
    tokens: tokensOf(Array.from({ length: forms }, (_, start) => ({ start, end: start, text }))),
  };
}

/** A number as a word whose letters are capitals where its bits are set. */
function inBits(number: number): string {
  return number.toString(2).padStart(14, '0').replaceAll('1', 'B').replaceAll('0', 'b');
}

describe(GlossaryMatcher, () => {
  it('finds what a comparison of each form with each place finds', () => {
    let found = 0;
    fc.assert(
      fc.property(anyTerms, anyLines, (terms, lines) => {
        const tokens = tokensOf(lines);
        const matches = new GlossaryMatcher(terms).matchesIn(tokens);
        expect(matches).toEqual(simpleMatches(terms, tokens));
        found += matches.length;
      }),
      { numRuns: 2_000 },
    );
    expect(found).toBeGreaterThan(1_000);
  });

  it.each([
    ['begin with one word', false],
    ['fold to one word', true],
  ])('takes twice as long for twice the words and twice the forms, which %s', (_, isCaseSensitive) => {
    const most = glossaryLimits.terms * glossaryLimits.wrongForms;
    const ratio = doublingRatio(
      most / 2,
      (forms) => hostile(forms, isCaseSensitive),
      ({ terms, tokens }) => new GlossaryMatcher(terms).matchesIn(tokens),
    );
    expect(ratio).toBeLessThan(linearRatio);
  });
});
