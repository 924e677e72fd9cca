import { expect, test } from '@jest/globals';
import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';

import { readAss } from './read-ass.ts';

const dialogue = (text: string): string => `Dialogue: 0,0:16:41.02,1:00:00.50,Default,Ann,0,0,0,,${text}`;

test('an event has its times and its words, with commas, lines and spaces', () => {
  expect(readAss(`[Events]\r\n${dialogue(String.raw`One, two\Nthree\hfour\nfive`)}\r\n`, false)).toEqual([
    { start: 1001.02, end: 3600.5, text: 'One, two\nthree four five' },
  ]);
});

test('styles, drawings and comments are no words', () => {
  const text = String.raw`{\i1\pos(1,2)}styled{\i0} {\p1}m 0 0 l 9 9{\p0}shown {note}end`;
  expect(readAss(dialogue(text), true)[0]?.text).toBe('styled shown end');
  expect(readAss(dialogue(String.raw`{x} a \{b\} \ {`), false)[0]?.text).toBe(String.raw`{x} a {b} \ {`);
});

test('lines that are no events are left out', () => {
  expect(readAss('Dialogue: 0,soon,later,Default,,0,0,0,,x\nComment: y\nDialogue:', false)).toEqual([]);
});

test('twice as much text takes about twice the work, also where brackets have no end', () => {
  const units = ['{', '{a', '{x}', String.raw`{\i1`, String.raw`\{`, String.raw`\N`];
  const prepare = (size: number) =>
    [...units.map((unit) => unit.repeat(size / unit.length)), `{${'a'.repeat(size)}}`]
      .map(dialogue)
      .join('\n');
  expect(doublingRatio(60_000, prepare, (text) => readAss(text, false))).toBeLessThan(linearRatio);
});
