import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import fc from 'fast-check';
import { glossaryProblems } from './glossary-rules.ts';
import { glossaryBody, glossaryLimits } from '../routes/glossary.routes.ts';
import { wordingOf } from '../text/wording.ts';

const term = (name: string, wrongForms: string[] = [], isCaseSensitive = false) => ({
  ...{ term: name, wrongForms, isCaseSensitive },
});

describe(glossaryProblems, () => {
  it.each([
    [[term('Piketty', ['Pikachti', 'pick Eddie']), term('Kubernetes', ['cuban eddies'])]],
    [[term('Apple', ['apple', 'APPLE'], true)]],
    [[term('Node.js', ['node js', 'node-js'])]],
    [[term('José', ['Jose'])]],
    [[term('C'), term('C++'), term('C#'), term('F#')]],
    [[term('.NET'), term('net'), term('Disney+'), term('Disney'), term('Yahoo!'), term('Yahoo')]],
    [[term('AT&T', ['AT and T']), term('AT T'), term('A/B'), term('A B')]],
  ])('has none of %j', (terms) => {
    expect(glossaryProblems(terms)).toEqual([]);
  });

  it.each([
    [
      [term('Piketty', ['Pikachti']), term('Pickett', ['PIKACHTI'])],
      [1, '“PIKACHTI” is a wrong form of both “Piketty” and “Pickett”.'],
    ],
    [
      [term('Piketty', ['pickett']), term('Pickett')],
      [0, '“pickett”, a wrong form of “Piketty”, is the term “Pickett”.'],
    ],
    [
      [term('Apple', ['pear', 'apple'])],
      [0, '“apple” is no wrong form of “Apple”: they are the same words, unless the case has to be exact.'],
    ],
    [
      [term('Apple', ['Apple?'], true)],
      [0, '“Apple?” is no wrong form of “Apple”: they are the same words.'],
    ],
    [[term('Apple', ['pear', 'Pear'])], [0, 'The term “Apple” has the wrong form “Pear” twice.']],
    [
      [term('Apple'), term('Pear'), term('apple')],
      [2, 'The term “apple” is in the glossary twice, also as “Apple”.'],
    ],
    [
      [term('C++'), term('c＋＋')],
      [1, 'The term “c＋＋” is in the glossary twice, also as “C++”.'],
    ],
  ])('names both wordings of %j', (terms, [index, problem]) => {
    expect(glossaryProblems(terms)).toMatchObject([{ index, problem }]);
  });
});

/** The terms of each first pair of words that has two meanings: compares each use with all before it. */
function simpleConflicts(terms: readonly ReturnType<typeof term>[]) {
  const uses = [
    ...terms.map((each, index) => ({ index, isTerm: true, ...wordingOf(each.term) })),
    ...terms.flatMap(({ wrongForms }, index) =>
      wrongForms.map((form) => ({ index, isTerm: false, ...wordingOf(form) })),
    ),
  ];
  return uses.flatMap((use, at) => {
    const other = uses
      .slice(0, at)
      .filter(({ folded }) => folded === use.folded)
      .find(
        ({ index, exact }) =>
          use.isTerm || index !== use.index || exact === use.exact || !terms[index]?.isCaseSensitive,
      );
    return other ? [{ index: use.index, other: other.index }] : [];
  });
}

it('finds what a comparison of all words with all finds', () => {
  const words = fc.constantFrom('a', 'A', 'á', 'a b', 'A b', 'a-b', 'a–B', 'B!', 'b', 'ß', 'ss', 'SS');
  const anyTerm = fc.tuple(words, fc.array(words, { maxLength: 4 }), fc.boolean());
  fc.assert(
    fc.property(fc.array(anyTerm, { maxLength: 8 }), (each) => {
      const terms = each.map((one) => term(...one));
      const found = glossaryProblems(terms);
      expect(found.map(({ index, other }) => ({ index, other }))).toEqual(simpleConflicts(terms));
      expect(found.filter(({ problem }) => problem === '')).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

it('takes twice as long for twice the words that are all one wording', () => {
  const most = glossaryLimits.terms * glossaryLimits.wrongForms;
  const inBits = (number: number) =>
    number.toString(2).padStart(18, '0').replaceAll('1', 'B').replaceAll('0', 'b');
  // Of one term, words in another case do not conflict.
  const prepare = (count: number) => [
    term(
      'x',
      Array.from({ length: count }, (_, index) => inBits(index)),
      true,
    ),
  ];
  expect(doublingRatio(2 * most, prepare, glossaryProblems)).toBeLessThan(linearRatio);
});

it('says which terms have the same words', () => {
  expect(glossaryProblems([term('A', ['b']), term('C'), term('B')])).toMatchObject([{ index: 0, other: 2 }]);
});

describe('a term that a person writes', () => {
  const save = (...terms: object[]) => glossaryBody.safeParse({ version: 0, terms });

  it('is one line with single spaces', () => {
    expect(save(term(' Thomas\n  Piketty ', ['Pick\tEddie'])).data?.terms).toEqual([
      term('Thomas Piketty', ['Pick Eddie']),
    ]);
  });

  it.each([
    [[term(' ')], 'Please enter a word.'],
    [[term('x'.repeat(81))], 'A term or wrong form has at most 80 characters.'],
    [[term('a b c d e f g')], 'A term or wrong form has at most 6 words.'],
    [[term('++')], 'A term or wrong form has at least a letter or a digit.'],
    [[term('Net', ['.net'])], 'A wrong form begins and ends with a letter or a digit.'],
    [[term('Net', ['a; b'])], 'A wrong form cannot contain a semicolon.'],
    [[term('Net', Array<string>(21).fill('x'))], 'A term has at most 20 wrong forms.'],
    [Array(glossaryLimits.terms + 1).fill(term('x')), 'A glossary has at most 500 terms.'],
  ])('is refused: %#', (terms, sentence) => {
    expect(save(...(terms as object[])).error?.issues[0]?.message).toBe(sentence);
  });
});
