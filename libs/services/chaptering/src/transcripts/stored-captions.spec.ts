import { formatWebVtt, noteConfidence, parseWebVtt } from '@vault/webvtt';
import fc from 'fast-check';
import { linesOf, toStored } from './stored-captions.ts';

const untimed = 'WEBVTT\n\nNOTE of the host\n\n00:01.000 --> 00:02.000\nHello there.\n';

test('captions without times of words are stored as they are', () => {
  const stored = toStored(untimed, parseWebVtt(untimed));
  expect(stored).toEqual({ vtt: untimed, wordTimes: '', confidence: '' });
  expect(linesOf(stored)).toEqual([{ start: 1, end: 2, text: 'Hello there.' }]);
});

test('times of words are apart from the WebVTT, as steps', () => {
  const lines = [
    { start: 1, end: 2, text: 'Hello there.', wordStarts: [1.1, 1.5] },
    { start: 2, end: 3, text: 'No times' },
    { start: 3, end: 4, text: 'One more.', speaker: 'Ann', wordStarts: [3, 3.036] },
  ];
  const stored = toStored(formatWebVtt(lines), lines);
  expect(stored.wordTimes).toBe('2s b4\n\n0 10');
  expect(stored.vtt).toContain('\nHello there.\n');
  expect(linesOf(stored)).toEqual(lines);
});

test('confidence is apart from the WebVTT, which is clean', () => {
  const lines = [
    { start: 1, end: 2, text: 'Hello there.', confidence: 0.91 },
    { start: 2, end: 3, text: 'Of a person' },
  ];
  const stored = toStored(noteConfidence(formatWebVtt(lines), lines), lines);
  expect(stored).toEqual({ vtt: formatWebVtt(lines), wordTimes: '', confidence: '91 -' });
  expect(linesOf(stored)).toEqual(lines);
  expect(linesOf({ ...stored, confidence: '91' })).toEqual(parseWebVtt(stored.vtt));
});

test('invalid captions have no lines', () => {
  expect(linesOf({ vtt: 'nonsense', wordTimes: '1' })).toEqual([]);
});

test('property: all lines come back', () => {
  const cue = fc.record({
    words: fc.array(fc.stringMatching(/^[a-zé<&]{1,9}$/), { minLength: 2, maxLength: 9 }),
    steps: fc.array(fc.integer({ min: 1, max: 4_000 }), { minLength: 10, maxLength: 10 }),
    isTimed: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(cue, { maxLength: 9 }), fc.nat({ max: 400_000_000 }), (cues, from) => {
      let at = from;
      const drafts = cues.map(({ words, steps, isTimed }) => {
        const start = at / 1_000;
        const wordStarts = words.map((_, word) => (at += steps[word] ?? 1) / 1_000);
        at += 5;
        return { start, end: at / 1_000, text: words.join(' '), ...(isTimed && { wordStarts }) };
      });
      const vtt = formatWebVtt(drafts);
      const lines = parseWebVtt(vtt);
      expect(lines.filter(({ wordStarts }) => wordStarts)).toHaveLength(
        drafts.filter(({ wordStarts }) => wordStarts).length,
      );
      expect(linesOf(toStored(vtt, lines))).toEqual(lines);
    }),
  );
});
