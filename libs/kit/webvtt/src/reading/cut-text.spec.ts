import fc from 'fast-check';
import { characterStart, cutText } from './cut-text.ts';

const family = '👩‍👩‍👧';

test.each([
  ['Talk', 9, 'Talk'],
  ['Talk', 3, 'Tal'],
  [`a${family}b`, 5, 'a'],
  [`a${family}b`, 9, `a${family}`],
  ['e\u0301e\u0301', 3, 'e\u0301'],
  ['🇩🇪🇫🇷', 6, '🇩🇪'],
  ['ทำที่', 3, 'ทำ'],
  ['𝒜𝒜', 3, '𝒜'],
  ['', 3, ''],
])('of %j at most %d units are %j', (text, max, expected) => expect(cutText(text, max)).toBe(expected));

test('endless marks are cut, and so is a first character that is too long', () => {
  const marks = `a${'\u0301'.repeat(500)}`;
  expect(cutText(marks, 200)).toHaveLength(200);
  expect([1, 2, 3, 4].map((max) => cutText(`${family} x`, max))).toEqual(['', '👩', '👩\u200D', '👩\u200D']);
});

test('property: what is left is a beginning of whole characters', () => {
  const unit = fc.constantFrom(
    'a',
    ' ',
    'é',
    'e\u0301',
    family,
    '🇩🇪',
    '각',
    'ᄀ',
    '\u200D',
    '\r\n',
    '\u{1F3FD}',
    '👋',
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 60 }), fc.nat({ max: 40 }), (text, max) => {
      const cut = cutText(text, max);
      expect(cut.length).toBeLessThanOrEqual(max);
      expect(text.startsWith(cut) && cut.isWellFormed()).toBe(true);
      const [first] = new Intl.Segmenter('en').segment(text);
      if ((first?.segment.length ?? 0) <= max && max < 30)
        expect(characterStart(text, cut.length)).toBe(cut.length);
    }),
  );
});
