import { glossaryProblems } from './glossary-rules.ts';
import { glossaryBody, glossaryLimits } from './routes/glossary.routes.ts';

const term = (name: string, wrongForms: string[] = [], isCaseSensitive = false) => ({
  ...{ term: name, wrongForms, isCaseSensitive },
});

describe(glossaryProblems, () => {
  it.each([
    [[term('Piketty', ['Pikachti', 'pick Eddie']), term('Kubernetes', ['cuban eddies'])]],
    [[term('Apple', ['apple', 'APPLE'], true)]],
    [[term('Node.js', ['node js', 'node-js'])]],
    [[term('José', ['Jose'])]],
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
      [term('Apple', ['Apple!'], true)],
      [0, '“Apple!” is no wrong form of “Apple”: they are the same words.'],
    ],
    [[term('Apple', ['pear', 'Pear'])], [0, 'The term “Apple” has the wrong form “Pear” twice.']],
    [
      [term('Apple'), term('Pear'), term('apple')],
      [2, 'The term “apple” is in the glossary twice, also as “Apple”.'],
    ],
  ])('names both wordings of %j', (terms, [index, problem]) => {
    expect(glossaryProblems(terms)).toMatchObject([{ index, problem }]);
  });
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
