import { expect, test } from '@jest/globals';

import { escapeAss, splitLines, writeAss } from './write-ass.ts';

const size = { width: 1920, height: 1080 };
const dialogue = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('Dialogue:'))
    .map((line) => line.split(',,').at(-1) ?? '');

test.each([
  ['', []],
  ['Good day.', ['Good day.']],
  ['one two three four five', ['one two', 'three', 'four five']],
  ['  one\n two ', ['one two']],
  ['abcdefghijklmno', ['abcdefghi\u2010', 'jklmno']],
  ['a bcdefghijklm n', ['a', 'bcdefghij\u2010', 'klm n']],
  ['12345678901234', ['1234567890', '1234']],
  ['größer ist es', ['größer', 'ist es']],
  ['so we two go', ['so we', 'two go']],
  ['こんにちは世界', ['こんにちは', '世界']],
  ['e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301 x', ['e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301 x']],
])('%j in ten columns is %j', (text, lines) => {
  expect(splitLines(text, 10)).toEqual(lines);
});

test.each([
  [String.raw`{\an8}top`, '\\{\\\u2060an8\\}top'],
  [String.raw`a\Nb`, 'a\\\u2060Nb'],
  ['a\r\nDialogue: 0', 'a  Dialogue: 0'],
  ['price: 5, 6 & 7 <b>', 'price: 5, 6 & 7 <b>'],
  ['\u202eright', ' right'],
])('%j is written as %j', (text, written) => {
  expect(escapeAss(text)).toBe(written);
});

test('words of a person begin no line and no override', () => {
  const hostile = '[Events]\nDialogue: 0,0:00:00.00,9:00:00.00,Words,,0,0,0,,{\\p1}m 0 0 l 1 1';
  const ass = writeAss([{ start: 0, end: 2, text: hostile }], size, 10);
  expect(ass.split('\n').filter((line) => line === '[Events]')).toHaveLength(1);
  expect(ass.split('\n').filter((line) => line.startsWith('Dialogue'))).toHaveLength(2);
  // Each brace has its backslash; each other backslash is a break of lines or followed by the joiner.
  expect(ass.replace(/\\[{}N\u2060]/g, '')).not.toMatch(/[{}\\]/);
});

test('a long cue is shown two lines at a time, each piece for its share of the characters', () => {
  const text = Array.from({ length: 4 }, () => 'abcdefghijklmnopqrstuvwxyz123456').join(' ');
  const ass = writeAss([{ start: 1, end: 5, text }], size, 10);
  expect(ass).toContain('Dialogue: 0,0:00:01.00,0:00:03.00,');
  expect(ass).toContain('Dialogue: 0,0:00:03.00,0:00:05.00,');
  expect(dialogue(ass).every((line) => line.split('\\N').length === 2)).toBe(true);
});

test('an upright picture has shorter lines', () => {
  const cues = [{ start: 0, end: 1, text: 'one two three four five six' }];
  expect(dialogue(writeAss(cues, size, 5))).toEqual(['one two three four five six']);
  expect(dialogue(writeAss(cues, { width: 608, height: 1080 }, 5))).toEqual([
    'one two three\\Nfour five six',
  ]);
});

test('times are those of the clip, and end with it', () => {
  const cues = [
    { start: 0.5, end: 3, text: 'one' },
    { start: 2, end: 90, text: 'two' },
    { start: 95, end: 99, text: 'late' },
  ];
  const times = writeAss(cues, size, 61.25).match(/\d:\d\d:\d\d\.\d\d/g);
  expect(times).toEqual(['0:00:00.50', '0:00:02.00', '0:00:02.00', '0:01:01.25']);
});
