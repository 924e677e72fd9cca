import fc from 'fast-check';
import { isPlainTitle, partWords, plainTitle, plainTitleAt, titleBesideTime } from './plain-title.ts';

describe(plainTitle, () => {
  it.each([
    [partWords.en, 3, 176.9, 'Part 3 · 02:56'],
    [partWords.de, 1, 0, 'Teil 1 · 00:00'],
    [partWords.en, 12, 3_723, 'Part 12 · 01:02:03'],
  ])('names the part %s %i at %d s', (word, number, seconds, title) => {
    expect(plainTitle(word, number, seconds)).toBe(title);
  });

  it('property: is recognised, and told again for another place', () => {
    const words = fc.constantFrom(...Object.values(partWords));
    const numbers = fc.integer({ min: 1, max: 300 });
    const times = fc.double({ min: 0, max: 36_000, noNaN: true });
    fc.assert(
      fc.property(words, numbers, times, numbers, times, (word, number, seconds, other, later) => {
        const title = plainTitle(word, number, seconds);
        expect(isPlainTitle(title)).toBe(true);
        expect(plainTitleAt(title, other, later)).toBe(plainTitle(word, other, later));
        expect(titleBesideTime(title)).toBe(`${word} ${String(number)}`);
        expect(title.length).toBeLessThan(100);
      }),
    );
  });
});

describe(isPlainTitle, () => {
  it.each([
    'Part 3',
    'Part of the plan · 02:56',
    'Part 3 · 2:56',
    'Chapter 3 · 02:56',
    'My Part 3 · 02:56',
    '',
  ])('is not "%s", which stays as it is', (title) => {
    expect(isPlainTitle(title)).toBe(false);
    expect(plainTitleAt(title, 2, 30)).toBe(title);
    expect(titleBesideTime(title)).toBe(title);
  });
});
