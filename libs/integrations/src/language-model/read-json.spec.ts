import { readJson } from './model-request.ts';

it.each<[string, unknown]>([
  ['{"answer":"tea"}', { answer: 'tea' }],
  ['  ["tea"]\n', ['tea']],
  ['Surely:\n```json\n{"answer":"a {brace} and a }"}\n```\nAnything else?', { answer: 'a {brace} and a }' }],
  ['<think>The form is {"answer":…}.</think>\n{"answer":"tea"}', { answer: 'tea' }],
  ['', undefined],
  ['tea', undefined],
  ['42', undefined],
  ['{"answer":"te', undefined],
  ['}{', undefined],
])('parses the JSON of %j', (text, found) => {
  expect(readJson(text)).toEqual(found);
});

it('gives up on very many opening braces', () => {
  expect(readJson('{'.repeat(500_000) + '}')).toBeUndefined();
});
