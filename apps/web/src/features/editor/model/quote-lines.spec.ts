/** @jest-environment node */
import fc from 'fast-check';
import { quoteLimit, quotesPerChapterLimit } from '@vault/contracts';
import { isSameQuotes, problemOfQuotes, readQuotes } from './quote-lines.ts';

const timed = [
  { quote: 'One.', timecode: '00:00:01' },
  { quote: 'Two.', timecode: '00:00:02' },
];

test('each line keeps the time of its position; further lines have none', () => {
  expect(readQuotes('One, corrected.\nTwo.\nThree.', timed)).toEqual([
    { quote: 'One, corrected.', timecode: '00:00:01' },
    { quote: 'Two.', timecode: '00:00:02' },
    'Three.',
  ]);
});

test('a position without a time stays without one', () => {
  expect(readQuotes('Uno.\nDos.', ['One.', timed[1]!])).toEqual([
    'Uno.',
    { quote: 'Dos.', timecode: '00:00:02' },
  ]);
});

test('empty lines and surrounding spaces are ignored', () => {
  expect(readQuotes('\n  One. \r\n\n', timed)).toEqual([{ quote: 'One.', timecode: '00:00:01' }]);
  expect(readQuotes(' \n', timed)).toEqual([]);
});

test('property: unchanged lines give the same quotes', () => {
  const line = fc.string({ minLength: 1 }).map((text) => text.replace(/\s/g, '_'));
  const quote = fc.oneof(line, fc.record({ quote: line, timecode: fc.constant('00:00:09') }));
  fc.assert(
    fc.property(fc.array(quote), (quotes) => {
      const text = quotes.map((each) => (typeof each === 'string' ? each : each.quote)).join('\n');
      expect(isSameQuotes(readQuotes(text, quotes), quotes)).toBe(true);
    }),
  );
});

test('reports too many and too long quotes before sending', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `Line ${index}`).join('\n');
  expect(problemOfQuotes(lines(quotesPerChapterLimit))).toBeNull();
  expect(problemOfQuotes(lines(quotesPerChapterLimit + 1))).toBe('too many');
  expect(problemOfQuotes('a'.repeat(quoteLimit))).toBeNull();
  expect(problemOfQuotes('a'.repeat(quoteLimit + 1))).toBe('too long');
});
