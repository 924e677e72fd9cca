import fc from 'fast-check';
import { shorten } from './shorten.ts';

describe(shorten, () => {
  it('property: keeps text that fits and never exceeds the limit', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.integer({ min: 2, max: 40 }),
        (text, maxLength) => {
          const short = shorten(text, maxLength);
          expect(short.length).toBeLessThanOrEqual(maxLength);
          if (text.length <= maxLength) expect(short).toBe(text);
          expect(short.isWellFormed()).toBe(text.isWellFormed() || short.isWellFormed());
        },
      ),
    );
  });

  it('prefers the end of a clause, then of a word', () => {
    expect(shorten('Water rises in spring, and it falls in autumn', 30)).toBe('Water rises in spring…');
    expect(shorten('Water rises in spring every single year', 30)).toBe('Water rises in spring every…');
  });
});
