import { hintsOf } from './hints-of.ts';

const termsOf = (...names: string[]) => names.map((term) => ({ term }));

describe(hintsOf, () => {
  it('are the names in alphabetical order, each once, whatever order they are in', () => {
    const expected = ['Ångström', 'kubectl', 'Zwick'];
    expect(hintsOf(termsOf('Zwick', 'kubectl', 'Ångström', 'Zwick'))).toEqual(expected);
    expect(hintsOf(termsOf('Ångström', 'Zwick', 'kubectl'))).toEqual(expected);
    expect(hintsOf([])).toEqual([]);
  });

  it('have at most 800 characters, with what is between them', () => {
    const names = Array.from({ length: 100 }, (_, index) => `Name ${String(index).padStart(3, '0')}`);
    const hints = hintsOf(termsOf(...names));
    expect(hints).toEqual(names.slice(0, 80));
    expect(hints.join(', ')).toHaveLength(798);
  });
});
