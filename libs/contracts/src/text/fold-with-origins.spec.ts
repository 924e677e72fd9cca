import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import fc from 'fast-check';
import { foldText } from './fold-text.ts';
import { foldWithOrigins } from './fold-with-origins.ts';

const letter = fc.oneof(
  fc.constantFrom(
    'ß',
    'İ',
    'ﬃ',
    '\u00ad',
    '\u0301',
    '…',
    '´',
    'Σ',
    '각',
    'ㄱ',
    'ㅏ',
    'が',
    'й',
    '’',
    ' ',
    'a',
  ),
  fc.string({ unit: 'grapheme', maxLength: 2 }),
);

test('property: folds as a whole text, and each unit comes from a character that folds to it', () => {
  fc.assert(
    fc.property(
      fc.array(letter, { maxLength: 8 }).map((some) => some.join('')),
      (text) => {
        const { folded, starts, ends } = foldWithOrigins(text);
        expect(folded).toBe(foldText(text));
        for (const [at, unit] of [...Array(folded.length).keys()].map(
          (each) => [each, folded[each]!] as const,
        ))
          expect(foldText(text.slice(starts[at], ends[at]))).toContain(unit);
      },
    ),
    { numRuns: 5_000 },
  );
});

test.each(['가ᄀ', 'ㄱㅏ', 'й', 'ﬃ', 'a\u0316\u0301', '\u0301', 'plain text '])(
  'a text of %j takes twice the time when it is twice as long',
  (unit) => {
    const prepare = (size: number) => unit.repeat(size / unit.length);
    expect(doublingRatio(8_000, prepare, foldWithOrigins)).toBeLessThan(linearRatio);
  },
);
