import { isGuess, judgeLanguage } from './judge-language.ts';

const heard = (
  mean: number,
  count: number,
  seconds = count / 4,
): { confidence: number[]; seconds: number } => ({
  confidence: Array<number>(count).fill(mean),
  seconds,
});

test.each([
  ['a clear talk', heard(-0.2, 300), 'english'],
  ['a noisy talk', heard(-0.6, 300), 'english'],
  ['another language', heard(-0.7, 300), 'foreign'],
  ['a talk between pieces of music', heard(-0.4, 300, 600), 'english'],
  ['another language with few words in it', heard(-0.6, 50, 50), 'foreign'],
  ['a stray word in a concert', heard(-1.5, 30, 180), 'no-speech'],
])('%s', (_, evidence, verdict) => {
  expect(judgeLanguage([evidence], false)).toBe(verdict);
});

test('a few words decide only when there are no more', () => {
  expect(judgeLanguage([heard(-0.2, 10)], false)).toBe('unclear');
  expect(judgeLanguage([heard(-0.2, 10)], true)).toBe('english');
  expect(judgeLanguage([], false)).toBe('unclear');
  expect(judgeLanguage([heard(0, 0, 10)], true)).toBe('no-speech');
});

test('the whole decides, not a part', () => {
  expect(judgeLanguage([heard(-0.3, 300), heard(-1.2, 60)], false)).toBe('english');
  expect(judgeLanguage([heard(-0.3, 60), heard(-1.2, 300)], false)).toBe('foreign');
});

test('a piece nobody could understand is a guess', () => {
  expect(isGuess(heard(-1.5, 20))).toBe(true);
  expect(isGuess(heard(-0.9, 20))).toBe(false);
  expect(isGuess(heard(0, 0))).toBe(false);
});
