import type { PlannedPiece } from '@vault/speech';
import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import fc from 'fast-check';
import { readTranscription, type Heard } from './transcription.ts';

/** A minute with sound throughout. */
const piece: PlannedPiece = {
  start: 60,
  end: 120,
  utterances: [{ start: 3_000, end: 6_000, middle: 4_500, spoken: [[3_000, 6_000]] }],
};
const read = (answer: unknown, isText = false) => {
  const body = typeof answer === 'string' ? answer : JSON.stringify(answer);
  return readTranscription({ body, piece, isText });
};
const cuesOf = (answer: unknown, isText = false) => {
  const heard = read(answer, isText);
  return 'cues' in heard ? heard.cues : [];
};
const words = 'Welcome to pricing in 2024 my friends.'.split(' ').map((word, at) => {
  return { word, start: 1 + at, end: 1.5 + at };
});
const whole = 'Welcome to pricing in 2024 my friends.';
const segments = [{ start: 1, end: 8, text: whole }];

describe('words and segments that are told badly', () => {
  const changed = (change: object) => words.map((each, at) => (at === 4 ? { ...each, ...change } : each));
  it.each<[string, object]>([
    ['null', { start: null, end: null }],
    ['no times', { start: undefined, end: undefined }],
    ['no end', { end: null }],
    ['no start', { start: null }],
    ['an end before the start', { end: 0.1 }],
    ['numbers as text', { start: '5.0', end: '5,5' }],
    ['words for numbers', { start: 'NaN', end: {} }],
  ])('a word with %s is timed between its neighbours', (_, change) => {
    for (const told of [{ segments }, {}]) {
      const [cue] = cuesOf({ text: whole, ...told, words: changed(change) });
      expect(cue?.text).toBe(whole);
      expect(cue?.wordStarts).toHaveLength(7);
      const start = cue?.wordStarts?.[4] ?? 0;
      expect(start).toBeGreaterThanOrEqual(64.5);
      expect(start).toBeLessThan(66);
    }
  });

  it('one without a word is left out, and one at the end is not stretched', () => {
    const told = [...words, null, 'x', { word: null, start: 3, end: 4 }, { word: 'Bye' }];
    const cue = cuesOf({ text: '', words: told }).at(-1);
    expect(cue?.text.endsWith('Bye')).toBe(true);
    expect(cue?.end).toBeLessThan(70);
  });

  it('segments are too, and the words that are in them are read', () => {
    const told = [
      { start: null, end: 2, text: 'Welcome everybody.' },
      { text: 'This is the middle.' },
      { start: 10, end: 9, text: 'And this is the end.', words: [] },
    ];
    const cues = cuesOf({ text: '', segments: told });
    expect(cues.map(({ text }) => text).join(' ')).toBe(told.map(({ text }) => text).join(' '));
    expect(cues.find(({ text }) => text.startsWith('This'))?.start).toBeCloseTo(62, 1);
    const inside = segments.map((each) => ({ ...each, words }));
    expect(cuesOf({ text: '', segments: inside })[0]?.wordStarts?.[0]).toBe(61);
  });

  it('NaN and infinities are read as no number, also beside words that look like them', () => {
    const body = `{"text":"NaN is \\"inf\\"","language":"english","segments":[{"start":NaN,"end":-Infinity,"text":"NaN is \\"inf\\""}]}`;
    expect(cuesOf(body).map(({ text }) => text)).toEqual(['NaN', 'is', '"inf"']);
  });
});

describe('other bodies', () => {
  it('words alone count where they were asked for', () => {
    expect(cuesOf('Good.', true)[0]?.text).toBe('Good.');
    expect(cuesOf('"Good."')[0]?.text).toBe('Good.');
    expect(read('Good morning.')).toEqual({ problem: 'unreadable' });
    expect(read('', true)).toEqual({ language: undefined, cues: [] });
  });

  it('pages, errors and what cannot be read are told apart', () => {
    for (const isText of [true, false]) {
      expect(read('\n<!doctype html><p>Sign in', isText)).toEqual({ problem: 'page' });
      expect(read('{"text":', isText)).toEqual({ problem: 'unreadable' });
      expect(read([], isText)).toEqual({ problem: 'unreadable' });
      expect(read({ error: 'busy' }, isText)).toEqual({ problem: 'error' });
      expect(read({ error: { code: '503' } }, isText)).toEqual({ problem: 'error', status: 503 });
    }
  });
});

const anyTime = fc.oneof(
  ...[fc.double(), fc.double({ min: -10, max: 80 }), fc.constantFrom(null, '3', '4,5', 'x', true, [])],
);
const anyPart = fc.oneof(
  { weight: 5, arbitrary: fc.record({ word: fc.string(), text: fc.string(), start: anyTime, end: anyTime }) },
  { weight: 1, arbitrary: fc.jsonValue() },
);
const anyAnswer = fc.record(
  {
    text: fc.oneof(fc.string(), fc.jsonValue()),
    language: fc.oneof(fc.string(), fc.jsonValue()),
    segments: fc.oneof(fc.array(anyPart), fc.jsonValue()),
    words: fc.oneof(fc.array(anyPart), fc.jsonValue()),
  },
  { requiredKeys: [] },
);

function isInOrder({ cues }: Heard): boolean {
  return cues.every(
    ({ start, end }, at) => start >= (cues[at - 1]?.end ?? piece.start) && end > start && end <= piece.end,
  );
}

test('property: whatever a server answers, captions are in order and within the piece', () => {
  fc.assert(
    fc.property(fc.oneof(anyAnswer, fc.jsonValue(), fc.string()), fc.boolean(), (answer, isText) => {
      const heard = read(answer, isText);
      expect('problem' in heard || isInOrder(heard)).toBe(true);
    }),
  );
});

test('property: bad times of some words cost no word', () => {
  fc.assert(
    fc.property(
      fc.array(anyTime, { minLength: 14, maxLength: 14 }),
      fc.subarray([0, 1, 2, 3, 4, 5]),
      (times, bad) => {
        const told = words.map((each, at) =>
          bad.includes(at) ? { word: each.word, start: times[2 * at], end: times[2 * at + 1] } : each,
        );
        const texts = cuesOf({ text: whole, segments, words: told }).map(({ text }) => text);
        expect(texts.join(' ')).toBe(whole);
      },
    ),
  );
});

test.each<[string, (size: number) => string]>([
  [
    'words without times',
    (size) => JSON.stringify({ words: Array.from({ length: size }, () => ({ word: 'a' })) }),
  ],
  ['quotation marks without an end', (size) => `{"text":"${'\\"'.repeat(10 * size)}`],
  ['numbers that are none', (size) => `[${'NaN,'.repeat(10 * size)}NaN]`],
])('%s: twice as much takes twice as long', (_, body) => {
  const ratio = doublingRatio(5_000, body, (text) => read(text));
  expect(ratio).toBeLessThan(linearRatio);
});
