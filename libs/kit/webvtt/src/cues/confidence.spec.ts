import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import fc from 'fast-check';
import { listConfidence, noteConfidence, notedConfidence, withConfidence } from './confidence.ts';
import type { Cue } from './cue.ts';
import { formatWebVtt } from '../format-web-vtt.ts';
import { parseWebVtt } from '../reading/parse-web-vtt.ts';

const cueAt = (at: number, confidence?: number): Cue => ({
  start: at,
  end: at + 1,
  text: `Line ${String(at)}.`,
  ...(confidence !== undefined && { confidence }),
});
const noted = (cues: readonly Cue[]) => noteConfidence(formatWebVtt(cues), cues);

test('confidence is a comment after the cues', () => {
  expect(noted([cueAt(0, 0.912), cueAt(1), cueAt(2, 1)])).toMatch(/Line 2\.\n\nNOTE confidence\n91 - 100\n$/);
  expect(noted([cueAt(0)])).not.toContain('NOTE');
});

test('what is not from here says nothing', () => {
  const cues = [cueAt(0), cueAt(1)];
  for (const list of ['', '90', '1 2 3', 'x 101', '-1 0.5']) expect(withConfidence(cues, list)).toEqual(cues);
  expect(notedConfidence('WEBVTT\n\nNOTE confidence of nobody\n')).toBe('');
});

test('property: it comes back with the cues, which are as without it', () => {
  const some = fc.array(fc.option(fc.nat({ max: 100 }), { nil: undefined }), { maxLength: 20 });
  fc.assert(
    fc.property(some, (percents) => {
      const cues = percents.map((percent, at) => cueAt(at, percent === undefined ? percent : percent / 100));
      const vtt = noted(cues);
      expect(parseWebVtt(vtt)).toEqual(percents.map((_, at) => cueAt(at)));
      expect(withConfidence(parseWebVtt(vtt), notedConfidence(vtt))).toEqual(cues);
    }),
  );
});

test('property: any text is read', () => {
  const any = fc.string({ unit: fc.constantFrom('NOTE confidence', '\n', '9', ' ', '-', 'é') });
  fc.assert(
    fc.property(any, (text) => {
      expect(withConfidence([cueAt(0)], notedConfidence(text))).toMatchObject([cueAt(0)]);
    }),
  );
});

test('the time is linear', () => {
  const prepare = (count: number) => Array.from({ length: count }, (_, at) => cueAt(at, 0.5));
  const work = (cues: readonly Cue[]) => withConfidence(cues, listConfidence(cues));
  expect(doublingRatio(10_000, prepare, work)).toBeLessThan(linearRatio);
});
