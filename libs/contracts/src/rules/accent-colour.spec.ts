import fc from 'fast-check';
import { contrastOf, readableContrast, readableOn } from './accent-colour.ts';

const colour = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe(contrastOf, () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#c8321a', '#c8321a', 1],
    ['#767676', '#ffffff', 4.54],
    ['#ff0000', '#FFFFFF', 4],
  ])('of %s and %s is %d, in either order', (one, other, contrast) => {
    expect(contrastOf(one, other)).toBeCloseTo(contrast, 2);
    expect(contrastOf(other, one)).toBeCloseTo(contrast, 2);
  });
});

describe(readableOn, () => {
  it('property: each colour becomes readable on the light and the dark page, and on any other background', () => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom('#faf7f2', '#0e1218'), colour), colour, (background, accent) => {
        expect(contrastOf(readableOn(background, accent), background)).toBeGreaterThanOrEqual(
          readableContrast,
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps a colour that is readable, and changes another as little as it must', () => {
    expect(readableOn('#faf7f2', '#c8321a')).toBe('#c8321a');
    expect(readableOn('#0e1218', '#ff7352')).toBe('#ff7352');
    const darker = readableOn('#faf7f2', '#ff7352');
    expect(contrastOf(darker, '#faf7f2')).toBeLessThan(5);
    const lighter = readableOn('#0e1218', '#c8321a');
    expect(contrastOf(lighter, '#0e1218')).toBeLessThan(5);
    expect([darker, lighter]).not.toContain('#000000');
  });
});
