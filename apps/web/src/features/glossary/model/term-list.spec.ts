/** @jest-environment node */
import type { GlossaryTerm } from '@vault/contracts';
import { alphabetical, inOrder, typedForms, withKeyword } from './term-list.ts';

const terms: GlossaryTerm[] = ['Zürich', 'Émile', 'Anna'].map((term, at) => ({
  id: String(at),
  term,
  wrongForms: [`${term.slice(0, 3)} form`],
  isCaseSensitive: false,
}));

test('terms are alphabetical, and stay where they are when others come', () => {
  const order = alphabetical(terms);
  expect(order).toEqual(['2', '1', '0']);
  const [zurich] = terms;
  const more = [
    ...terms.slice(1),
    { ...zurich!, term: 'Aachen' },
    { ...zurich!, id: '3' },
    { ...zurich!, id: '4' },
  ];
  expect(inOrder(more, order).map(({ id }) => id)).toEqual(['4', '3', '2', '1', '0']);
});

test('terms are found by their name and their wrong forms, without accents', () => {
  expect(withKeyword(terms, ' zur ')).toEqual([terms[0]]);
  expect(withKeyword(terms, 'Form')).toEqual(terms);
  expect(withKeyword(terms, '')).toBe(terms);
  expect(withKeyword(terms, 'x')).toEqual([]);
});

test('typed wrong forms are separated by commas, semicolons and line breaks', () => {
  expect(typedForms(' Pikachti,  Pick  Eddie; \n Pikachti,,')).toEqual(['Pikachti', 'Pick Eddie']);
  expect(typedForms(' , ')).toEqual([]);
});
