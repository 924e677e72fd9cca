import { doublingRatio, linearRatio } from '@vault/worker-pool/testing';
import * as fc from 'fast-check';
import { nameSpeakers } from './name-speakers.ts';
import { joinPieces } from './join-pieces.ts';
import { voiceSize } from './voice-encoder.ts';
import { packVoice, type VoicedCue } from './voices-of-cues.ts';

/** The same numbers in each run, from 0 to 1. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Voices as the encoder hears them: a direction for each person, and each cue a little off it. */
function voicesOf(seed: number, spread = 0.5) {
  const random = randomOf(seed);
  const people = new Map<string, Float32Array>();
  const direction = () => Float32Array.from({ length: voiceSize }, () => Math.max(0, random() - 0.6));
  return (person: string): string | undefined => {
    const own = people.get(person) ?? direction();
    people.set(person, own);
    return packVoice([own.map((number) => Math.max(0, number + spread * 0.2 * (random() - 0.5)))]);
  };
}

/** A cue of 4 s for each letter, which is its speaker, with a pause after it. */
function talk(letters: string, seed = 1, spread?: number): VoicedCue[] {
  const voiceOf = voicesOf(seed, spread);
  return Array.from(letters, (letter, at) => {
    const cue = { start: 5 * at, end: 5 * at + 4, text: letter };
    const voice = voiceOf(letter);
    return letter === '-' || voice === undefined ? cue : { ...cue, voice };
  });
}

const numbersOf = (cues: readonly VoicedCue[]) =>
  nameSpeakers(cues)
    .map(({ speaker }) => speaker?.replace('Speaker ', '') ?? '-')
    .join('');

test('speakers have numbers in the order in which they begin', () => {
  expect(numbersOf(talk('BBBBAAAACCCCBBBBAAAA'))).toBe('11112222333311112222');
  expect(nameSpeakers(talk('AAAABBBB'))[0]).toEqual({ start: 0, end: 4, text: 'A', speaker: 'Speaker 1' });
});

test('one voice has no name', () => {
  for (const spread of [0, 0.5, 1.5, 4])
    expect(numbersOf(talk('A'.repeat(30), 3, spread))).toBe('-'.repeat(30));
});

test('voices that differ from cue to cue by chance have no names', () => {
  const strangers = Array.from({ length: 60 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('');
  expect(numbersOf(talk(strangers))).toBe('-'.repeat(60));
});

test('voices in between have no names', () => {
  const random = randomOf(5);
  const [one, other] = [0, 1].map(() =>
    Float32Array.from({ length: voiceSize }, () => Math.max(0, random() - 0.6)),
  );
  const cues = talk('-'.repeat(60)).map((cue, at) => {
    const share = at / 59;
    const voice = packVoice([
      one?.map((x, i) => x * share + (other?.[i] ?? 0) * (1 - share)) ?? new Float32Array(),
    ]);
    return voice === undefined ? cue : { ...cue, voice };
  });
  expect(numbersOf(cues)).toBe('-'.repeat(60));
});

test('who says hardly anything is no speaker', () => {
  expect(numbersOf(talk('AAAAAAAAXAAAABBBBBBBB'))).toBe('11111111-111122222222');
});

test('a cue without a voice has a name only between two of one speaker, without pauses', () => {
  const cues = talk('AAAA-AAAABBBB-BBBBAAAA-BBBB');
  expect(numbersOf(cues)).toBe('1111-11112222-22221111-2222');
  const [before, short, after] = [cues[3], cues[4], cues[5]];
  if (before && short && after) Object.assign(short, { start: before.end + 0.1, end: after.start - 0.1 });
  expect(numbersOf(cues)).toBe('1111111112222-22221111-2222');
});

test('where most of the speech has no voice, nothing is certain', () => {
  expect(numbersOf(talk('AAAA--------BBBB--------'))).toBe('-'.repeat(24));
});

test('a long talk finds its speakers again', () => {
  const turns = Array.from({ length: 200 }, (_, at) => 'ABC'.charAt((at * at) % 3).repeat(1 + (at % 9)));
  const letters = turns.join('');
  const order = [...new Set(letters)];
  const expected = Array.from(letters, (letter) => String(order.indexOf(letter) + 1)).join('');
  expect(numbersOf(talk(letters, 9))).toBe(expected);
});

test('vectors never leave, and hostile ones change nothing', () => {
  const hostile = fc.oneof(
    fc.string(),
    fc.constantFrom('', 'AAAA', 'NaN', Buffer.alloc(256).toString('base64')),
  );
  const time = fc.oneof(fc.double(), fc.integer({ min: 0, max: 1_000 }));
  fc.assert(
    fc.property(
      fc.array(fc.record({ start: time, end: time, text: fc.string(), voice: hostile })),
      (cues) => {
        const named = nameSpeakers(cues);
        expect(named.map(({ text }) => text)).toEqual(cues.map(({ text }) => text));
        for (const cue of named) expect(Object.keys(cue)).toEqual(['start', 'end', 'text']);
      },
    ),
  );
  const cues = talk('AAAABBBBAAAABBBB');
  const [, second] = cues;
  if (second) second.voice = 'x'.repeat(5_000);
  expect(numbersOf(cues)).toBe('1-11222211112222');
});

test('pieces are compared with each other', () => {
  const cues = talk('AAAABBBBBBBBAAAA');
  const pieces = [0, 40].map((start) => ({ start, end: start + 40, utterances: [] }));
  const plan = { verdict: 'speech', language: 'en', pieces } as const;
  const outcome = joinPieces({ ...plan, pieces }, [cues.slice(0, 8), cues.slice(8)]);
  const found =
    outcome.status === 'ready' ? outcome.transcript.cues.map(({ speaker }) => speaker?.at(-1)) : [];
  expect(found.join('')).toBe('1111222222221111');
});

test('a piece from before, without voices, is a piece without names', () => {
  const cues = talk('AAAABBBBBBBBAAAA----');
  expect(numbersOf(cues)).toBe('1111222222221111----');
});

test('twice the recording takes twice the time', () => {
  const talkOf = (count: number) => talk('AAAAAAAABBBBBBBBCCCCCCCC'.repeat(count));
  expect(doublingRatio(60, talkOf, nameSpeakers)).toBeLessThan(linearRatio);
});
