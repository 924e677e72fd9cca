import fc from 'fast-check';
import { quoteLimit, quotesPerChapterLimit } from '@vault/contracts';
import { isSameQuotes, problemOfQuotes, readQuotes } from './quote-lines.ts';

const timed = [
  { quote: 'One.', timecode: '00:00:01' },
  { quote: 'Two.', timecode: '00:00:02' },
];

test('each line keeps the time of its place; more lines have none', () => {
  expect(readQuotes('One, mended.\nTwo.\nThree.', timed)).toEqual([
    { quote: 'One, mended.', timecode: '00:00:01' },
    { quote: 'Two.', timecode: '00:00:02' },
    'Three.',
  ]);
});

test('a place without a time stays without one', () => {
  expect(readQuotes('Uno.\nDos.', ['One.', timed[1]!])).toEqual([
    'Uno.',
    { quote: 'Dos.', timecode: '00:00:02' },
  ]);
});

test('empty lines and spaces around are no quotes', () => {
  expect(readQuotes('\n  One. \r\n\n', timed)).toEqual([{ quote: 'One.', timecode: '00:00:01' }]);
  expect(readQuotes(' \n', timed)).toEqual([]);
});

test('property: what is read from unchanged lines is what was there', () => {
  const line = fc.string({ minLength: 1 }).map((text) => text.replace(/\s/g, '_'));
  const quote = fc.oneof(line, fc.record({ quote: line, timecode: fc.constant('00:00:09') }));
  fc.assert(
    fc.property(fc.array(quote), (quotes) => {
      const text = quotes.map((each) => (typeof each === 'string' ? each : each.quote)).join('\n');
      expect(isSameQuotes(readQuotes(text, quotes), quotes)).toBe(true);
    }),
  );
});

test('more than can be kept is told before it is sent', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `Line ${index}`).join('\n');
  expect(problemOfQuotes(lines(quotesPerChapterLimit))).toBeNull();
  expect(problemOfQuotes(lines(quotesPerChapterLimit + 1))).toBe('too many');
  expect(problemOfQuotes('a'.repeat(quoteLimit))).toBeNull();
  expect(problemOfQuotes('a'.repeat(quoteLimit + 1))).toBe('too long');
});
