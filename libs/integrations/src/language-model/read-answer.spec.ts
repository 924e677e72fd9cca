import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import fc from 'fast-check';
import { readJson } from './read-answer.ts';

const tea = { answer: 'tea' };

it.each<[string, unknown]>([
  ['{"answer":"tea"}', tea],
  ['  ["tea"]\n', ['tea']],
  ['Surely:\n```json\n{"answer":"a {brace} and a }"}\n```\nAnything else?', { answer: 'a {brace} and a }' }],
  ['<think>The form is {"answer":"…"}.</think>\n{"answer":"tea"}', tea],
  ['{"answer":"tea"}\n\nNote: line [4] begins a topic [see above], and it\'s "late.', tea],
  ['I use {line, title}: {"answer":"tea"} :-}', tea],
  ['A brace { and a quotation mark "\n{"answer":"tea"}', tea],
  ['{"answer":"coffee"} No: {"answer":"tea"}', tea],
  ['{"answer":"tea",}', tea],
  ["{answer: 'tea'} // done", tea],
  ['{\n  // as asked\n  "answer": "tea" /* hot */\n}', tea],
  ['{“answer”: “tea”}', tea],
  ['{"answer":"two\nlines"}', { answer: 'two\nlines' }],
  ['{"answer": "she said "tea" twice"}', { answer: 'she said "tea" twice' }],
  ['{"answer":"tea"', tea],
])('the first guess in %j', (text, found) => expect(readJson({ text })[0]).toEqual(found));

it.each(['', 'tea', '42', '}]', '"tea"'])('there is none in %j', (text) => {
  expect(readJson({ text })).toEqual([]);
});

it('what is whole in an answer that is cut off is read', () => {
  const text = 'Here: {"chapters":[{"line":1,"quotes":["a"]},{"line":4,"ti';
  expect(readJson({ text, isCut: true })[0]).toEqual({ chapters: [{ line: 1, quotes: ['a'] }] });
});

it('objects in lines of their own are also a list', () => {
  expect(readJson({ text: '{"line":1}\n{"line":4}' }).at(-1)).toEqual([{ line: 1 }, { line: 4 }]);
});

const around = fc.stringMatching(/^[a-z {}[\]:,.]{0,30}$/);
const value = fc.dictionary(fc.stringMatching(/^[a-z]{1,9}$/), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1 });

test('property: an object is found after any remark in a line of its own', () => {
  fc.assert(
    fc.property(around, value, fc.boolean(), (remark, json, isPretty) => {
      const text = `${remark}\n${JSON.stringify(json, undefined, isPretty ? 2 : undefined)}`;
      // As JSON, which has no negative zero.
      expect(readJson({ text }).map((each) => JSON.stringify(each))).toContain(JSON.stringify(json));
    }),
  );
});

test('property: any text is read without an error', () => {
  const sign = fc.constantFrom(...'{}[]":,\\\'“”/* \n1ae<>'.split(''), '</think>', '```');
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 200 }), fc.boolean(), (signs, isCut) => {
      const found = readJson({ text: signs.join(''), isCut });
      expect(found.every((each) => typeof each === 'object' && each !== null)).toBe(true);
    }),
  );
});

test.each<[string, string]>([
  ['opening brackets', '{'],
  ['closing brackets', '}'],
  ['pairs', '{}'],
  ['wrong pairs', '{]['],
  ['quotation marks', '{"'],
  ['backslashes', '["\\'],
  ['words without commas', '{"a":"b" '],
])('of very many %s, twice as many take twice as long', (_, signs) => {
  const textOf = (size: number) => ({ text: signs.repeat(size) });
  expect(doublingRatio(40_000, textOf, readJson)).toBeLessThan(linearRatio);
});
