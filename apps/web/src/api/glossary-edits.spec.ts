/** @jest-environment node */
import type { GlossaryTerm } from '@vault/contracts';
import { withEdit, withoutFormEdit, wrongFormEdit } from './glossary-edits.ts';

const piketty: GlossaryTerm = {
  id: 'a',
  term: 'Piketty',
  wrongForms: ['Pikachti', 'Pick Eddie'],
  isCaseSensitive: false,
};
const apple: GlossaryTerm = { id: 'b', term: 'Apple', wrongForms: ['apple'], isCaseSensitive: true };

test('a new term is added, a changed one keeps its place, and a removed one is gone', () => {
  const added = { term: 'Saez', wrongForms: [], isCaseSensitive: false };
  expect(withEdit([piketty, apple], { before: null, after: added })).toEqual([piketty, apple, added]);
  const renamed = { ...piketty, term: 'Thomas Piketty' };
  expect(withEdit([piketty, apple], { before: piketty, after: renamed })).toEqual([renamed, apple]);
  expect(withEdit([piketty, apple], { before: piketty, after: null })).toEqual([apple]);
});

test('a change that is there already changes nothing', () => {
  const terms = [apple];
  expect(withEdit(terms, { before: piketty, after: null })).toBe(terms);
  expect(withEdit(terms, { before: { ...apple, term: 'Appel' }, after: apple })).toBe(terms);
});

test('changes of two people in one term are both kept', () => {
  const theirs = { ...piketty, wrongForms: ['Pikachti', 'Picketty'], isCaseSensitive: true };
  const mine = { ...piketty, term: 'T. Piketty', wrongForms: ['Pick Eddie', 'Pikety'] };
  expect(withEdit([theirs], { before: piketty, after: mine })).toEqual([
    { id: 'a', term: 'T. Piketty', wrongForms: ['Picketty', 'Pikety'], isCaseSensitive: true },
  ]);
});

test('a person decides between two names, and about a term that one changed and the other removed', () => {
  const [mine, theirs] = [
    { ...piketty, term: 'T. Piketty' },
    { ...piketty, term: 'Thomas Piketty' },
  ];
  const edit = { before: piketty, after: mine };
  expect(withEdit([theirs], edit)).toEqual({ ...edit, theirs });
  expect(withEdit([], edit)).toEqual({ ...edit, theirs: null });
  expect(withEdit([theirs], { before: piketty, after: null })).toMatchObject({ after: null, theirs });
});

test('words become a wrong form of the term that exists, or of a new one', () => {
  expect(wrongFormEdit([piketty], 'piketty', 'Pikety')).toEqual({
    before: piketty,
    after: { ...piketty, wrongForms: ['Pikachti', 'Pick Eddie', 'Pikety'] },
  });
  expect(wrongFormEdit([piketty], 'Piketty', 'pick eddie')).toBeNull();
  expect(wrongFormEdit([], 'Saez', 'size')).toEqual({
    before: null,
    after: { term: 'Saez', wrongForms: ['size'], isCaseSensitive: false },
  });
  expect(wrongFormEdit([], 'Apple', 'apple')?.after).toMatchObject({ isCaseSensitive: true });
});

test('a wrong form is taken back, and its term only when it was added with it', () => {
  const form = 'pick eddie';
  expect(withoutFormEdit([apple, piketty], { term: 'Piketty', form, isTermNew: true })).toEqual({
    before: piketty,
    after: { ...piketty, wrongForms: ['Pikachti'] },
  });
  const alone = { ...piketty, wrongForms: ['Pick Eddie'] };
  expect(withoutFormEdit([alone], { term: 'Piketty', form, isTermNew: true })?.after).toBeNull();
  expect(withoutFormEdit([alone], { term: 'Piketty', form, isTermNew: false })?.after).toMatchObject({
    wrongForms: [],
  });
  expect(withoutFormEdit([piketty], { term: 'Piketty', form: 'size', isTermNew: false })).toBeNull();
  expect(withoutFormEdit([apple], { term: 'Piketty', form, isTermNew: true })).toBeNull();
});
