import { isGuess, judgeLanguage } from './judge-language.ts';

const evidenceOf = (
  mean: number,
  count: number,
  seconds = count / 4,
): { confidence: number[]; seconds: number } => ({
  confidence: Array<number>(count).fill(mean),
  seconds,
});

test.each([
  ['a clear talk', evidenceOf(-0.2, 300), 'english'],
  ['a noisy talk', evidenceOf(-0.6, 300), 'english'],
  ['another language', evidenceOf(-0.7, 300), 'foreign'],
  ['a talk between pieces of music', evidenceOf(-0.4, 300, 600), 'english'],
  ['another language with few words in it', evidenceOf(-0.6, 50, 50), 'foreign'],
  ['a stray word in a concert', evidenceOf(-1.5, 30, 180), 'no-speech'],
])('%s', (_, evidence, verdict) => expect(judgeLanguage([evidence], false)).toBe(verdict));

test('a few words decide only when the recording has no more', () => {
  expect(judgeLanguage([evidenceOf(-0.2, 10)], false)).toBe('unclear');
  expect(judgeLanguage([evidenceOf(-0.2, 10)], true)).toBe('english');
  expect(judgeLanguage([], false)).toBe('unclear');
  expect(judgeLanguage([evidenceOf(0, 0, 10)], true)).toBe('no-speech');
});

test('the mean of all parts decides, not one part', () => {
  expect(judgeLanguage([evidenceOf(-0.3, 300), evidenceOf(-1.2, 60)], false)).toBe('english');
  expect(judgeLanguage([evidenceOf(-0.3, 60), evidenceOf(-1.2, 300)], false)).toBe('foreign');
});

test('an utterance with a low confidence is a guess', () => {
  expect(isGuess(evidenceOf(-1.5, 20))).toBe(true);
  expect(isGuess(evidenceOf(-0.9, 20))).toBe(false);
  expect(isGuess(evidenceOf(0, 0))).toBe(false);
});
