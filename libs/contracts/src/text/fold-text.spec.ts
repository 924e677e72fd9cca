import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import fc from 'fast-check';
import { foldCase, foldText } from './fold-text.ts';

describe(foldText, () => {
  it.each([
    ['Boost Your ROI', 'boost your roi'],
    ['ÉCOLE', 'ecole'],
    ['E\u0301cole', 'école'],
    ['Zürich', 'Zurich'],
    ['Rafał Łoś', 'rafal los'],
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'straße'],
    ['İstanbul', 'istanbul'],
    ['Diyarbakır', 'diyarbakir'],
    ['Smørrebrød', 'smorrebrod'],
    ['œuvre', 'oeuvre'],
    ['don’t', "don't"],
    ['“quoted”', '"quoted"'],
    ['„quoted“', '«quoted»'],
    ['2020–2024', '2020-2024'],
    ['zero‑knowledge', 'zero-knowledge'],
    ['−5 °C', '-5 °C'],
    ['ﬁnance, eﬃcient', 'finance, efficient'],
    ['inter\u00ADnational', 'international'],
    ['zero\u200Bwidth\u2060', 'zerowidth'],
    ['Ｆｕｌｌ　ｗｉｄｔｈ', 'full width'],
    ['no\u00A0break', 'no break'],
    ['wait…', 'wait...'],
    ['Ⅷ ½ x² ™', 'viii 1/2 x2 tm'],
    ['ΟΔΟΣ', 'οδος'],
    ['άλφα', 'αλφα'],
    ['J\u030cAR', 'ǰar'],
    ['ПРИВЕТ', 'привет'],
    ['ещё', 'еще'],
  ])('folds %s and %s to the same text', (one, other) => {
    expect(foldText(one)).toBe(foldText(other));
  });

  it.each([
    ['ß', 's'],
    ['мой', 'мои'],
    ['が', 'か'],
    ['각', '가'],
    ['की', 'क'],
    ['a-b', 'ab'],
  ])('distinguishes %s from %s', (one, other) => {
    expect(foldText(one)).not.toBe(foldText(other));
  });

  it('does not find a part of a Korean syllable', () => {
    expect(foldText('각')).not.toContain(foldText('가'));
  });

  it('finds a prefix that ends in sigma inside a longer word', () => {
    expect(foldText('ΟΔΟΣΑ')).toContain(foldText('ΟΔΟΣ'));
  });

  it('property: is idempotent, and does not depend on the Unicode normal form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const folded = foldText(text);
        expect(foldText(folded)).toBe(folded);
        expect(foldText(text.normalize('NFD'))).toBe(folded);
        expect(foldText(text.normalize('NFC'))).toBe(folded);
      }),
      { numRuns: 1_000 },
    );
  });

  it('property: folds ASCII by its case only', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        expect(foldText(text)).toBe(text.toLowerCase());
      }),
    );
  });
});

it.each([foldText, foldCase])('%o takes twice the time for twice as many marks', (fold) => {
  // Marks of two classes in turn have to be sorted.
  const prepare = (size: number) => 'a' + '\u0316\u0301'.repeat(size / 2);
  expect(doublingRatio(40_000, prepare, fold)).toBeLessThan(linearRatio);
});

describe(foldCase, () => {
  it('distinguishes accents, but not their encoding', () => {
    expect(foldCase('E\u0301COLE')).toBe(foldCase('école'));
    expect(foldCase('école')).not.toBe(foldCase('ecole'));
  });
});
