import { formatWebVtt } from '@vault/webvtt';
import { burnedWords } from './burned-words.ts';

const line = (start: number, text: string) => ({ start, end: start + 2, text });
const transcript = formatWebVtt([line(0, 'Good morning.'), line(4, 'And welcome.')]);

describe(burnedWords, () => {
  it('has the words of the range, relative to its start', () => {
    expect(burnedWords(transcript, { start: 3, end: 8 })).toBe(
      formatWebVtt([{ start: 1, end: 3, text: 'And welcome.' }]),
    );
  });

  it.each(['', transcript])('refuses a range without words', (vtt) => {
    expect(() => burnedWords(vtt, { start: 10, end: 20 })).toThrow(/^Nothing is said in this part/);
  });

  it.each([
    ['lines', Array.from({ length: 1_001 }, (_, at) => line(2 * at, 'So.'))],
    ['words', Array.from({ length: 200 }, (_, at) => line(2 * at, 'so '.repeat(150)))],
  ])('refuses too many %s', (_, cues) => {
    expect(() => burnedWords(formatWebVtt(cues), { start: 0, end: 9_000 })).toThrow(
      /^These are too many words/,
    );
  });
});
