import fc from 'fast-check';
import { containsText } from './contains-text.ts';

const isIn = (text: string, part: string) => {
  const { $regex, $options } = containsText(part);
  return new RegExp($regex, `${$options}u`).test(text);
};

const special = ['\\', '^', '$', '.', '*', '+', '?', '(', ')', '[', ']', '{', '}', '|', '-', '/', ' ', 'Ä'];

it('finds each text in a text that contains it, whatever its characters', () => {
  const text = fc.string({ unit: 'binary', maxLength: 20 });
  const patterns = fc.string({ unit: fc.constantFrom(...special), maxLength: 20 });
  fc.assert(
    fc.property(text, fc.oneof(text, patterns), text, (before, part, after) => {
      const whole = `${before}${part}${after}`.replaceAll('\0', '');
      expect(isIn(whole, part)).toBe(true);
    }),
  );
});

it('matches literally and ignores case', () => {
  expect(isIn('Zahlen für Q3 (100 %)', 'FÜR q3 (')).toBe(true);
  for (const pattern of ['.', 'a|b', '^Z', 'Q\\d', '[a-z]']) expect(isIn('Zahlen Q3', pattern)).toBe(false);
});
