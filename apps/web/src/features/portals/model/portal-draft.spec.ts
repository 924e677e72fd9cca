/** @jest-environment node */
import fc from 'fast-check';
import { aPortal } from '../../../testing/a-portal.ts';
import { changedFields, draftOf, move, rebase, reduceDraft } from './portal-draft.ts';

const base = aPortal({ version: 3, domains: ['a.test'] });
const changed = (fields: object) => reduceDraft(draftOf(base), { type: 'change', fields });

test('a new draft changes nothing, nor does a value that is set again', () => {
  expect(changedFields(draftOf(base))).toEqual({});
  expect(changedFields(changed({ domains: ['a.test'], name: base.name }))).toEqual({});
});

test('only fields with other values are changed', () => {
  expect(changedFields(changed({ domains: ['b.test'], accent: '#123456' }))).toEqual({
    domains: ['b.test'],
    accent: '#123456',
  });
});

test('a discarded draft is as the server has it', () => {
  expect(reduceDraft(changed({ name: 'Other' }), { type: 'discard' })).toEqual(draftOf(base));
});

test('on a newer record changed fields stay, and all others are new', () => {
  const record = aPortal({ version: 4, name: 'Theirs', intro: 'Theirs', domains: ['c.test'] });
  const draft = reduceDraft(changed({ name: 'Mine' }), { type: 'rebase', record });
  expect(draft.base).toBe(record);
  expect(draft.settings).toMatchObject({ name: 'Mine', intro: 'Theirs', domains: ['c.test'] });
  expect(changedFields(draft)).toEqual({ name: 'Mine' });
});

test('after a save the fields are as the server has stored them, unless they were changed meanwhile', () => {
  const savedFields = { name: ' Mine ', intro: 'Mine' };
  const during = reduceDraft(changed(savedFields), { type: 'change', fields: { intro: 'Mine, too' } });
  const record = aPortal({ version: 4, name: 'Mine', intro: 'Mine', domains: ['a.test'] });
  expect(changedFields(rebase(during, record, savedFields))).toEqual({ intro: 'Mine, too' });
  // The list of portals may have had the new record before.
  expect(changedFields(rebase(rebase(during, record), record, savedFields))).toEqual({ intro: 'Mine, too' });
});

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
])('the item at %d moves to %d', (from, to, moved) => {
  expect(move(['a', 'b', 'c'], from, to).join('')).toBe(moved);
});

test('property: a moved item is at its new place, and the others keep their order', () => {
  const place = fc.nat({ max: 9 });
  fc.assert(
    fc.property(place, place, (from, to) => {
      const items = Array.from({ length: 10 }, (_item, at) => at);
      const moved = move(items, from, to);
      expect(moved.indexOf(from)).toBe(to);
      expect(moved.filter((item) => item !== from)).toEqual(items.filter((item) => item !== from));
    }),
  );
});
