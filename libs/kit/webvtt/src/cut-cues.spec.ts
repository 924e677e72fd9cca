import { cutCues, wordsOfCue } from './cut-cues.ts';

const cues = [
  { start: 0, end: 10, text: 'abcd efgh\nabcd efgh' },
  { start: 10, end: 12, text: 'The end.', speaker: 'Ann' },
];

test('a word has the share of the time that it has of the characters', () => {
  const words = wordsOfCue({ start: 10, end: 20, text: 'abcd efgh\nabcd efgh.' });
  expect(words.map(({ text }) => text)).toEqual(['abcd', 'efgh', 'abcd', 'efgh.']);
  expect(words[1]).toMatchObject({ start: 12.5, end: 14.5, from: 5, to: 9 });
  expect(words.at(-1)?.end).toBe(20);
});

test.each([
  ['日本語', ['日', '本', '語']],
  ['', []],
  ['  ', []],
  ['naïve café', ['naïve', 'café']],
])('%j has the words %j', (text, words) => {
  expect(wordsOfCue({ start: 0, end: 1, text }).map((word) => word.text)).toEqual(words);
});

test.each([
  [{ from: 0, to: 12 }, ['abcd efgh\nabcd efgh', 'The end.']],
  [{ from: 2, to: 8 }, ['efgh\nabcd']],
  [{ from: 7.6, to: 11 }, ['efgh', 'The']],
  [{ from: 9.9, to: 10 }, []],
  [{ from: 12, to: 20 }, []],
])('in %j are the words %j', (span, texts) => {
  expect(cutCues(cues, span).map(({ text }) => text)).toEqual(texts);
});

test('times are relative to the span, and end with it', () => {
  expect(cutCues(cues, { from: 2, to: 11.75 })).toEqual([
    { start: 0, end: 8, text: 'efgh\nabcd efgh' },
    { start: 8, end: 9.75, text: 'The end.', speaker: 'Ann' },
  ]);
});
