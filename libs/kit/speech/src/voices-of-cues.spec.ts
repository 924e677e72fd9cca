import * as fc from 'fast-check';
import { melBands, melFrames } from './sound/mel-frames.ts';
import { reference, referenceSound } from './testing/reference-voice.ts';
import { VoiceEncoder, voiceSize } from './voice-encoder.ts';
import { packVoice, unpackVoice, withVoices } from './voices-of-cues.ts';

const audioOf = (samples: Float32Array) => ({
  read: (from: number, count: number) => Promise.resolve(samples.slice(from, from + count)),
});
const similarity = (one: ArrayLike<number> = [], other: ArrayLike<number> = []) =>
  Array.from(one).reduce((sum, number, at) => sum + number * (other[at] ?? 0), 0);
/** Answers each window with its number of the call. */
const counting = () => {
  const windows: number[] = [];
  const encode = (some: readonly Float32Array[]) => {
    windows.push(some.length);
    return Promise.resolve(some.map(() => new Float32Array(voiceSize).fill(1)));
  };
  return { windows, encode };
};

test('a voice is the vector of Resemblyzer', async () => {
  const encoder = await VoiceEncoder.load(1);
  const cue = { start: 0, end: 1.6, text: 'Mmmm.' };
  const [voiced] = await withVoices([cue], audioOf(referenceSound()), 0, encoder);
  await encoder.close();
  expect(similarity(unpackVoice(voiced?.voice), reference.voice)).toBeGreaterThan(0.999);
});

test('the windows of a cue are within it and without its neighbours', async () => {
  const samples = new Float32Array(16_000 * 30).fill(0.1);
  const { windows, encode } = counting();
  const lengths = [1.5, 1.7, 3.3, 12];
  const cues = lengths.map((length, at) => ({ start: 4 * at, end: 4 * at + length, text: 'Yes.' }));
  const voiced = await withVoices(cues, audioOf(samples), 0, { encode });
  expect(windows).toEqual([0 + 1 + 2 + 3]);
  expect(voiced.map(({ voice }) => voice !== undefined)).toEqual([false, true, true, true]);
});

test('a piece starts at its offset', async () => {
  const { encode } = counting();
  const places: number[] = [];
  const read = (from: number, count: number) => {
    places.push(from);
    return Promise.resolve(new Float32Array(count).fill(0.1));
  };
  await withVoices([{ start: 300, end: 301.6, text: 'Yes.' }], { read }, 298, { encode });
  expect(places).toEqual([32_000]);
});

test('silence, a missing end and times that are no numbers have no voice', async () => {
  const { windows, encode } = counting();
  const cues = [
    { start: 0, end: 2, text: '' },
    { start: 90, end: 99, text: '' },
    { start: NaN, end: 3, text: '' },
    { start: 1, end: Infinity, text: '' },
    { start: 3, end: 1, text: '' },
  ];
  expect(await withVoices(cues, audioOf(new Float32Array(64_000)), 0, { encode })).toEqual(cues);
  expect(windows).toEqual([0]);
});

test('the level of the sound makes no difference', async () => {
  const heard: Float32Array[][] = [];
  const encode = (some: readonly Float32Array[]) => {
    heard.push([...some]);
    return Promise.resolve(some.map(() => new Float32Array(voiceSize)));
  };
  const sound = referenceSound();
  for (const samples of [sound, sound.map((sample) => sample / 8)])
    await withVoices([{ start: 0, end: 1.6, text: '' }], audioOf(samples), 0, { encode });
  const [one, other] = heard.map(([window]) => window ?? []);
  expect(similarity(one, one)).toBeCloseTo(similarity(one, other), 3);
  expect(melFrames(sound)).toHaveLength(160 * melBands);
});

test('a packed vector keeps its direction', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { minLength: voiceSize, maxLength: voiceSize }),
      (numbers) => {
        const length = Math.sqrt(similarity(numbers, numbers));
        fc.pre(length > 0.01);
        const unpacked = unpackVoice(packVoice([Float32Array.from(numbers)]));
        expect(similarity(unpacked, numbers) / length).toBeGreaterThan(0.999);
      },
    ),
  );
});

test('hostile vectors are none', () => {
  const filled = (number: number) => new Float32Array(voiceSize).fill(number);
  for (const vectors of [
    [],
    [filled(0)],
    [filled(NaN)],
    [filled(Infinity)],
    [filled(-1)],
    [new Float32Array()],
  ])
    expect(packVoice(vectors)).toBeUndefined();
  expect(packVoice([filled(NaN), filled(2)])).toBe(packVoice([filled(1)]));
  const zeros = Buffer.alloc(voiceSize).toString('base64');
  for (const text of [undefined, '', 'AAAA', zeros, '€', 7 as unknown as string, null as unknown as string])
    expect(unpackVoice(text)).toBeUndefined();
  fc.assert(
    fc.property(fc.string({ maxLength: 600 }), (text) => {
      const vector = unpackVoice(text);
      expect(vector === undefined || Math.abs(similarity(vector, vector) - 1) < 1e-3).toBe(true);
    }),
  );
});
