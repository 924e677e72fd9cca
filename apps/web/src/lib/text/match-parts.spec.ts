/** @jest-environment node */
import fc from 'fast-check';
import { matchParts } from './match-parts.ts';

/** The text with matches in brackets. */
function shown(text: string, keyword: string): string {
  return matchParts(text, keyword)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');
}

test.each([
  ['Pricing and more pricing', 'pricing', '[Pricing] and more [pricing]'],
  ['one two', 'three', 'one two'],
  ['aaaa', 'aa', '[aa][aa]'],
  ['a.b axb', 'a.b', '[a.b] axb'],
  ['cost (net)? $5', '(net)?', 'cost [(net)?] $5'],
  ['<b>bold</b>', '<b>', '[<b>]bold</b>'],
  ['back\\slash', '\\s', 'back[\\s]lash'],
  ['  kept  ', ' kept ', '  [kept]  '],
  ['anything', ' ', 'anything'],
  ['', 'word', ''],
])('%p with %p reads %p', (text, keyword, expected) => expect(shown(text, keyword)).toBe(expected));

describe('accents and letters that change their length', () => {
  const decomposed = 'Cafe\u0301 culture';

  test('an accent is found in either encoding, and is not changed', () => {
    expect(shown(decomposed, 'café')).toBe('[Cafe\u0301] culture');
    expect(shown('Café culture', 'CAFE\u0301')).toBe('[Café] culture');
  });

  test('a letter with an accent is found without it', () => {
    expect(shown('Le café', 'cafe')).toBe('Le [café]');
    expect(shown(decomposed, 'cafe')).toBe('[Cafe\u0301] culture');
  });

  test.each([
    ['İstanbul calling', 'calling', 'İstanbul [calling]'],
    ['İİ on', 'on', 'İİ [on]'],
    ['die Straße hier', 'strasse', 'die [Straße] hier'],
    ['Rafał Łoś', 'rafal los', '[Rafał Łoś]'],
    ['the eﬃcient one', 'efficient', 'the [eﬃcient] one'],
    ['the eﬃcient one', 'ic', 'the e[ﬃc]ient one'],
    ['inter\u00adnational law', 'international', '[inter\u00adnational] law'],
    ['we don’t', "don't", 'we [don’t]'],
    ['zero‑knowledge', 'zero-knowledge', '[zero‑knowledge]'],
    ['Ｆｕｌｌ width', 'full', '[Ｆｕｌｌ] width'],
    ['wait… now', '... n', 'wait[… n]ow'],
    ['STRAẞE now', 'straße', '[STRAẞE] now'],
    ['ΣΊΣΥΦΟΣ x', 'x', 'ΣΊΣΥΦΟΣ [x]'],
    ['ΣΊΣΥΦΟΣ x', 'σίσυφος', '[ΣΊΣΥΦΟΣ] x'],
    ['👩‍👩‍👧 family', 'family', '👩‍👩‍👧 [family]'],
  ])('%p with %p reads %p', (text, keyword, expected) => expect(shown(text, keyword)).toBe(expected));
});

test('property: the parts join to the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, keyword) => {
      expect(
        matchParts(text, keyword)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }),
  );
});

test('property: plain letters are found exactly where a plain search finds them', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '.', ' '), minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'B', '.', ' ') }), word, (text, keyword) => {
      const lowerKeyword = keyword.trim().toLowerCase();
      const count = lowerKeyword === '' ? 0 : text.toLowerCase().split(lowerKeyword).length - 1;
      const found = matchParts(text, keyword).filter((part) => part.isMatch);
      expect(found).toHaveLength(count);
      for (const part of found) expect(part.text.toLowerCase()).toBe(lowerKeyword);
    }),
  );
});
