/** @jest-environment node */
import { replacedParts } from './replaced-parts.ts';

const piketty = { found: 'Pikachti', term: 'Piketty' };

test('replaced words are parts of their own, in their order', () => {
  const words = [piketty, { found: 'pick eddie', term: 'Piketty' }, piketty];
  expect(replacedParts('Pikachti and pick\neddie (Pikachti).', words)).toEqual([
    { text: 'Pikachti', by: 'Piketty' },
    { text: ' and ' },
    { text: 'pick\neddie', by: 'Piketty' },
    { text: ' (' },
    { text: 'Pikachti', by: 'Piketty' },
    { text: ').' },
  ]);
});

test('only whole words are marked, and words that are not there are left out', () => {
  expect(replacedParts('Pikachtis say Pikachti', [piketty])).toEqual([
    { text: 'Pikachtis say ' },
    { text: 'Pikachti', by: 'Piketty' },
  ]);
  expect(replacedParts('C++ (a.b)', [{ found: 'a.b', term: 'AB' }, piketty])).toEqual([
    { text: 'C++ (' },
    { text: 'a.b', by: 'AB' },
    { text: ')' },
  ]);
  expect(replacedParts('axb', [{ found: 'a.b', term: 'AB' }])).toEqual([{ text: 'axb' }]);
});
