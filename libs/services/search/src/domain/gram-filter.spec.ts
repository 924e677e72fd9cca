import fc from 'fast-check';
import { gramsOf, makeGramFilter, mayContain } from './gram-filter.ts';

describe('the n-gram filter', () => {
  it('property: never rules out a text that contains the keyword', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(300), fc.nat(20), (text, from, length) => {
        const keyword = text.slice(from, from + length);
        expect(mayContain(makeGramFilter(text), gramsOf(keyword))).toBe(true);
      }),
    );
  });

  it('rules out nearly every other text', () => {
    const words = (count: number, step: number) =>
      Buffer.from(Array.from({ length: count }, (_, index) => ((index * step) % 997).toString(36)).join(' '));
    const filters = Array.from({ length: 50 }, (_, index) => makeGramFilter(words(2_000, 31 + index)));
    const keywords = ['zanzibar', 'hardware wallet', 'pricing', 'a backup that nobody has restored'];
    const passed = keywords.flatMap((keyword) => {
      const grams = gramsOf(Buffer.from(keyword));
      return filters.filter((filter) => mayContain(filter, grams));
    });
    expect(passed.length).toBeLessThan((filters.length * keywords.length) / 20);
  });
});
