import { expect, test } from '@jest/globals';
import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import fc from 'fast-check';
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
])('%j in ten columns is %j', (text, lines) => expect(splitLines(text, 10)).toEqual(lines));

test.each([
  '今天我们谈谈软件公司怎样定价，为什么大多数人定得太低。然后我们看三个例子，请大家提问！',
  '皆さん、こんにちは。今日は「価格」について、お話しします。どうぞよろしくお願いいたします。',
  'ウェブ（Web）セミナーで『値段』を学ぶ…ちょっと待って！？本当に。',
  'สวัสดีครับวันนี้เราจะพูดเรื่องราคาและกลยุทธ์ขอบคุณครับ',
])('no line of %j begins with a closing sign, ends with an opening one, or is much shorter', (text) => {
  for (const columns of [12, 22, 32]) {
    const lines = splitLines(text, columns);
    expect(lines.join('')).toBe(text);
    for (const line of lines) {
      expect(line).not.toMatch(/^[，。！？、」』）：；…ーっゃゅょッャュョ,.!?]|^\p{M}/u);
      expect(line).not.toMatch(/[「『（]$/u);
    }
    expect(lines.at(-1)?.length).toBeGreaterThan(1);
  }
});

test('any text is split without loss', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 });
  fc.assert(
    fc.property(text, fc.integer({ min: 4, max: 40 }), (words, columns) => {
      const plain = (one: string): string => one.replace(/[\s\u2010]/g, '');
      expect(plain(splitLines(words, columns).join(''))).toBe(plain(words));
    }),
  );
});

test('the time grows with the text, not with its square', () => {
  const textOf = (size: number): string => '今日は「価格」について、お話しします。'.repeat(size);
  expect(doublingRatio(300, textOf, (text) => splitLines(text, 32))).toBeLessThan(linearRatio);
});

test.each([
  [String.raw`{\an8}top`, '\\{\\\u2060an8\\}top'],
  [String.raw`a\Nb`, 'a\\\u2060Nb'],
  ['a\r\nDialogue: 0', 'a  Dialogue: 0'],
  ['price: 5, 6 & 7 <b>', 'price: 5, 6 & 7 <b>'],
  ['\u202eright', ' right'],
])('%j is written as %j', (text, written) => expect(escapeAss(text)).toBe(written));

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

test('the name of a speaker is before the first words after those of another one', () => {
  const cues = ['Ann', 'Ann', 'Bo', undefined, 'Bo'].map((speaker, at) => ({
    ...{ start: at, end: at + 1, text: `Words ${String(at)}.` },
    ...(speaker !== undefined && { speaker }),
  }));
  expect(dialogue(writeAss(cues, size, 10))).toEqual([
    'Ann: Words 0.',
    'Words 1.',
    'Bo: Words 2.',
    'Words 3.',
    'Bo: Words 4.',
  ]);
});
