/** @jest-environment node */
import { citeQuote } from './cite-quote.ts';

test.each([
  ['Ann', 'Spring meeting', '00:04:58', '“Prices rise.”\n— Ann, Spring meeting, 00:04:58'],
  ['', 'Spring meeting', null, '“Prices rise.”\n— Spring meeting'],
  ['', '', null, '“Prices rise.”'],
])('said by %p in %p at %p', (speaker, title, timeCode, text) => {
  expect(citeQuote('Prices rise.', { speaker, title, timeCode })).toBe(text);
});
