import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import { namesIn, toNames, undecidedNames } from './names-to-check.ts';

const line = (text: string, start = 1) => ({ start, end: start + 1, text });
const piketty = { found: 'pick eddie', term: 'Piketty' };
const saez = { found: 'size', term: 'Saez' };
const terms = ['Piketty', 'Saez'].map((term) => ({
  ...{ id: term, term, wrongForms: [], isCaseSensitive: false },
}));

describe('names to check', () => {
  it('are those of the proposals, whatever the case', () => {
    expect(toNames([{ found: 'Pick Eddie', term: 'Piketty' }])).toEqual([piketty]);
  });

  it('stay while their words are said, also over the end of a line', () => {
    expect(namesIn([line('So pick'), line('Eddie, and a size.', 2)], [piketty, saez])).toEqual([
      piketty,
      saez,
    ]);
    expect(namesIn([line('Piketty, and sizes.')], [piketty, saez])).toEqual([]);
  });

  it('wait until they are confirmed or refused, or their term is gone', () => {
    const names = [piketty, saez];
    const refused = { from: 'size', to: 'Saez', count: 0, lastAt: new Date(0), isDismissed: true };
    expect(undecidedNames(names, { terms, corrections: [] })).toEqual(names);
    expect(undecidedNames(names, { terms, corrections: [refused] })).toEqual([piketty]);
    expect(undecidedNames(names, { terms, corrections: [{ ...refused, isDismissed: false }] })).toEqual(
      names,
    );
    expect(undecidedNames(names, { terms: terms.slice(1), corrections: [] })).toEqual([saez]);
    const confirmed = terms.map((term) => ({ ...term, wrongForms: term.term === 'Saez' ? ['Size'] : [] }));
    expect(undecidedNames(names, { terms: confirmed, corrections: [] })).toEqual([piketty]);
  });

  it('are looked for in twice as many lines in twice the time', () => {
    const prepare = (size: number) =>
      Array.from({ length: size }, (_, at) => line('We pick what Eddie says, of any size.', at));
    expect(doublingRatio(1_000, prepare, (lines) => namesIn(lines, [piketty, saez]))).toBeLessThan(
      linearRatio,
    );
  });
});
