import fc from 'fast-check';
import { expressionOf, searchTextOf, sortNameOf } from './list-text.ts';

const person = { email: 'zoe@example.com', firstname: 'ZOË', lastname: 'O’Hara' };

describe(searchTextOf, () => {
  it('contains the folded e-mail address and names', () => {
    expect(searchTextOf(person)).toBe("zoe@example.com\nzoe o'hara");
    expect(sortNameOf(person)).toBe("zoe o'hara");
  });
});

describe(expressionOf, () => {
  it.each([
    ['zoë O', true],
    ['EXAMPLE.com', true],
    ['example_com', false],
    ['.*', false],
    ['com\nzoë', true],
    ['comzoë', false],
  ])('%j: %s', (filter, isFound) => {
    expect(new RegExp(expressionOf(filter), 'u').test(searchTextOf(person))).toBe(isFound);
  });

  it('matches its own text literally, without operators', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, around) => {
        const folded = searchTextOf({ ...person, lastname: `${around} ${text} ${around}` });
        expect(new RegExp(expressionOf(text), 'u').test(folded)).toBe(true);
      }),
    );
  });
});
