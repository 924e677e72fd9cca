import { glossaryLimits, separatorBetween, wordingOf } from '@vault/contracts';
import { doublingRatio } from '@vault/worker-pool/testing';
import fc from 'fast-check';
import { GlossaryMatcher, type Match } from './glossary-matcher.ts';
import type { GlossaryTerm } from './glossary-term.ts';
import { tokensOf, type Token } from './spoken-tokens.ts';

/** Compares each form with each place: what the matcher finds faster. */
function simpleMatches(terms: readonly GlossaryTerm[], tokens: readonly Token[]): Match[] {
  const right = terms.map((term) => patternOf(term, term.term));
  const isRight = tokens.map(() => false);
  for (const at of tokens.keys()) {
    const found = simpleFind(right, tokens, at, () => true);
    if (found) isRight.fill(true, at, at + found.pattern.words.length);
  }
  const wrong = terms.flatMap((term) => term.wrongForms.map((form) => patternOf(term, form)));
  const matches: Match[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const found = simpleFind(wrong, tokens, at, (index) => !isRight[index]);
    if (!found) continue;
    const to = at + found.pattern.words.length;
    matches.push({ from: at, to, end: found.end, term: found.pattern.term });
    at = to - 1;
  }
  return matches;
}

type Pattern = ReturnType<typeof patternOf>;

function patternOf(term: GlossaryTerm, text: string) {
  const { words } = wordingOf(text);
  return {
    term,
    words: words.map(({ folded, from, to }) => ({ folded, exact: text.slice(from, to).normalize('NFC') })),
    separators: words.slice(1).map((word, index) => separatorBetween(text, words[index] ?? word, word)),
  };
}

function simpleFind(
  patterns: readonly Pattern[],
  tokens: readonly Token[],
  at: number,
  isFree: (index: number) => boolean,
) {
  const { folded = '', bare } = tokens[at] ?? {};
  const startingWith = (word: string | undefined) =>
    patterns
      .filter(({ words }) => words[0]?.folded === word)
      .sort((one, other) => other.words.length - one.words.length);
  for (const pattern of [...startingWith(folded), ...(bare ? startingWith(bare.folded) : [])]) {
    let end: number | undefined;
    const isHere = pattern.words.every((_, index) => {
      end = isFree(at + index) ? endOf(pattern, index, tokens[at + index]) : undefined;
      return end !== undefined;
    });
    if (isHere && end !== undefined) return { pattern, end };
  }
  return undefined;
}

function endOf({ words, separators, term }: Pattern, index: number, token: Token | undefined) {
  const [word, separator] = [words[index], separators[index]];
  if (!token || !word) return undefined;
  const written = token.exact.normalize('NFC');
  const isSame = (folded: string, exact: string) =>
    folded === word.folded && (!term.isCaseSensitive || exact === word.exact);
  if (isSame(token.folded, written))
    return separator === undefined || separator === token.separator ? token.to : undefined;
  const isPossessive = separator === undefined && token.bare;
  return isPossessive && isSame(token.bare.folded, written.slice(0, -2)) ? token.bare.to : undefined;
}

const word = fc.constantFrom('a', 'b', 'A', 'as', 'a’s', "A's", 'b’S', 'é', 'e\u0301', 'ß', 'ss', 'a’b');
const separator = fc.constantFrom(' ', ' ', ' ', '-', '\u2013', ', ', '\n', '. ', '\u0301');
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
    expect(ratio).toBeLessThan(2.5);
  });
});
