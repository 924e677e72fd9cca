import { csvLine, glossaryLimits, glossaryProblems, wordingOf, type GlossaryTerm } from '@vault/contracts';
import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import fc from 'fast-check';
import { mergeGlossary } from './merge-glossary.ts';

interface Line {
  readonly term: string;
  readonly forms: readonly string[];
  readonly isExact: boolean | undefined;
}

/** The same without any state: the forms of a term are united again for each line about it. */
function unite(forms: readonly string[], isExact: boolean): string[] {
  const keyOf = (form: string) => wordingOf(form)[isExact ? 'exact' : 'folded'];
  return forms.filter((form, index) => forms.findIndex((each) => keyOf(each) === keyOf(form)) === index);
}

function mergeSimply(present: readonly GlossaryTerm[], lines: readonly Line[]) {
  const terms: Omit<GlossaryTerm, 'id'>[] = [...present];
  const isFull = new Set<number>();
  for (const { term, forms, isExact } of lines) {
    const found = terms.findIndex((each) => wordingOf(each.term).folded === wordingOf(term).folded);
    const index = found === -1 ? terms.length : found;
    const before = terms[index] ?? { term, wrongForms: [], isCaseSensitive: false };
    if (isFull.has(index)) continue;
    const isCaseSensitive = isExact ?? before.isCaseSensitive;
    const wrongForms = unite([...before.wrongForms, ...forms], isCaseSensitive);
    terms[index] = { ...before, wrongForms, isCaseSensitive };
    if (wrongForms.length > glossaryLimits.wrongForms) isFull.add(index);
  }
  return { terms, isRight: isFull.size === 0 && glossaryProblems(terms).length === 0 };
}

const csvOf = (lines: readonly Line[]) =>
  lines.map(({ term, forms, isExact }) => csvLine([term, forms.join(';'), isExact ?? ''])).join('');
const problemsOf = (csv: string, present: readonly GlossaryTerm[] = []) =>
  mergeGlossary({ present, csv }).problems;

const word = fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'ß', 'é'), minLength: 1, maxLength: 3 });
const line = fc.record({
  term: word.map((text) => `T ${text}`),
  forms: fc.array(word, { maxLength: 12 }),
  isExact: fc.constantFrom(true, false, undefined),
});

describe(mergeGlossary, () => {
  it('gives what a simple union for each line gives', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.array(line, { maxLength: 4 }), (lines, others) => {
        const present = mergeSimply([], others).terms.map((term, index) => ({
          ...term,
          id: `id${String(index)}`,
        }));
        const simple = mergeSimply(present, lines);
        const merged = mergeGlossary({ present, csv: csvOf(lines) });
        expect(merged.problems.length === 0).toBe(simple.isRight);
        if (!simple.isRight) return;
        expect(merged.terms).toEqual(simple.terms);
        expect(merged.added).toBe(simple.terms.length - present.length);
      }),
    );
  });

  it('names the line after which a term has too many wrong forms, and the first term too many', () => {
    const forms = Array.from({ length: 30 }, (_, index) => `word,f${String(index)}`).join('\n');
    expect(problemsOf(forms)).toEqual([{ line: 21, problem: '“word” would have more than 20 wrong forms.' }]);
    const terms = Array.from({ length: 600 }, (_, index) => `t${String(index)}`).join('\n');
    expect(problemsOf(terms)).toEqual([{ line: 501, problem: 'A glossary has at most 500 terms.' }]);
    expect(problemsOf(`a,${'x;'.repeat(21)}`)).toEqual([
      { line: 1, problem: 'A term has at most 20 wrong forms.' },
    ]);
  });

  it('refuses long lines and many lines before it reads them', () => {
    const tooLong = (line: number) => [{ line, problem: 'This line is too long.' }];
    for (const text of [',', ' ', '"', 'x', ';', '""', '\u00a0'])
      expect([text, problemsOf(`term\n${text.repeat(980_000)}`)]).toEqual([text, tooLong(2)]);
    const lines = (count: number) => 'a,b\n'.repeat(count);
    expect(problemsOf(lines(5_000))).toEqual([]);
    for (const text of [lines(5_001), '\n'.repeat(980_000), `${lines(5_000)}a`])
      expect(problemsOf(text)).toEqual([{ line: 5_001, problem: 'A file has at most 5,000 lines.' }]);
  });

  const linesOf = (toLine: (index: number) => string) => (count: number) =>
    Array.from({ length: count }, (_, index) => toLine(index)).join('\n');
  it.each([
    [
      'full lines about one term, whose case counts and does not count',
      2_500,
      linesOf((index) => `word,${'a;b;aA;bB;AA;'.repeat(4)},${String(index % 2 === 0)}`),
    ],
    [
      'wrong forms with one fold of many terms',
      2_500,
      linesOf((index) => `t${String(index % 500)},${['aBc', 'abc', 'ABC'][index % 3] ?? ''},true`),
    ],
    ['commas', 50, linesOf(() => ','.repeat(9_900))],
    ['spaces', 50, linesOf(() => ' '.repeat(9_900))],
  ])('takes time in proportion to %s', (_, size, csvOfSize) => {
    expect(doublingRatio(size, csvOfSize, (csv) => mergeGlossary({ present: [], csv }))).toBeLessThan(
      linearRatio,
    );
  });

  it('takes time in proportion to wrong forms of one term', () => {
    const csvOfSize = linesOf((index) => `word,f${String(index)}`);
    // Several times, because once takes only milliseconds.
    const work = (csv: string) => Array.from({ length: 5 }, () => mergeGlossary({ present: [], csv }));
    expect(doublingRatio(2_500, csvOfSize, work)).toBeLessThan(linearRatio);
  });
});
