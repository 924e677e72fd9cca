import type { Cue } from '@vault/webvtt';
import { melFrames, melHop, melWidth } from './sound/mel-frames.ts';
import { sampleRate } from './sound/pcm-file.ts';
import type { PcmFile } from './sound/pcm-file.ts';
import { encodedFrames, voiceSize } from './voice-encoder.ts';
import type { VoiceEncoder } from './voice-encoder.ts';

/** A cue, and how its voice sounds: a packed vector, absent where the cue is too short to tell. */
export type VoicedCue = Cue & { voice?: string };

/** The sound of one vector, in samples. */
const windowSamples = encodedFrames * melHop;
/** More windows of a cue add cost, and hardly certainty. */
const maxWindows = 3;
/** Cues whose windows are encoded in one call: more make a call cheaper for each, and use more memory. */
const encodedTogether = 8;
/** The level for which the encoder was trained, as a mean square: -30 dBFS. */
const usualPower = 10 ** -3;
/** Below -75 dBFS nobody speaks. */
const leastPower = 10 ** -7.5;

/**
 * Adds to each cue of 1.6 s and more the vector of its voice.
 * @param offsetSeconds the second of the recording at which `audio` starts
 */
export async function withVoices(
  cues: readonly Cue[],
  audio: Pick<PcmFile, 'read'>,
  offsetSeconds: number,
  encoder: Pick<VoiceEncoder, 'encode'>,
): Promise<VoicedCue[]> {
  const voiced: VoicedCue[] = [];
  for (let from = 0; from < cues.length; from += encodedTogether) {
    const some = cues.slice(from, from + encodedTogether);
    const windows: Float32Array[][] = [];
    for (const { start, end } of some)
      windows.push(await readWindows(audio, start - offsetSeconds, end - offsetSeconds));
    const vectors = (await encoder.encode(windows.flat())).values();
    for (const [at, cue] of some.entries()) {
      const voice = packVoice(windows[at]?.map(() => vectors.next().value ?? new Float32Array()) ?? []);
      voiced.push(voice === undefined ? cue : { ...cue, voice });
    }
  }
  return voiced;
}

/** The mel frames of up to three windows, spread over the time. */
async function readWindows(
  audio: Pick<PcmFile, 'read'>,
  start: number,
  end: number,
): Promise<Float32Array[]> {
  const first = Math.max(0, Math.round(start * sampleRate));
  const length = Math.round(end * sampleRate) - first;
  const count = Math.max(0, Math.min(maxWindows, Math.floor(length / windowSamples)));
  const gap = Math.floor((length - count * windowSamples) / Math.max(1, count));
  const sounds: Float32Array[] = [];
  for (let at = 0; at < count; at += 1) {
    const from = first + Math.floor(gap / 2) + at * (windowSamples + gap);
    const sound = await audio.read(from, windowSamples + melWidth - melHop);
    if (sound.length >= windowSamples && powerOf([sound]) > leastPower) sounds.push(sound);
  }
  const gain = usualPower / powerOf(sounds);
  return sounds.map((sound) => melFrames(sound).map((power) => power * gain));
}

function powerOf(sounds: readonly Float32Array[]): number {
  let [sum, count] = [0, 0];
  for (const sound of sounds) {
    for (const sample of sound) sum += sample * sample;
    count += sound.length;
  }
  return count === 0 ? 0 : sum / count;
}

/** The mean direction of some vectors, a byte for each number; undefined when there is none. */
export function packVoice(vectors: readonly Float32Array[]): string | undefined {
  const mean = new Float32Array(voiceSize);
  for (const vector of vectors) {
    const length = lengthOf(vector);
    if (length > 0 && Number.isFinite(length))
      for (let at = 0; at < voiceSize; at += 1) mean[at] = (mean[at] ?? 0) + (vector[at] ?? 0) / length;
  }
  const highest = Math.max(...mean);
  if (!(highest > 0)) return undefined;
  return Buffer.from(mean.map((number) => Math.round((255 * Math.max(0, number)) / highest))).toString(
    'base64',
  );
}

/** A vector of length 1; undefined when the text is not from `packVoice`. */
export function unpackVoice(voice: string | undefined): Float64Array | undefined {
  const bytes = Buffer.from(typeof voice === 'string' ? voice : '', 'base64');
  const vector = new Float64Array(bytes);
  const length = Math.sqrt(dot(vector, vector));
  if (vector.length !== voiceSize || length === 0) return undefined;
  for (let at = 0; at < voiceSize; at += 1) vector[at] = (vector[at] ?? 0) / length;
  return vector;
}

/** The sum of the products of two vectors: in four sums, because a processor adds them at the same time. */
export function dot(one: Float64Array, other: Float64Array): number {
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let at = 0; at < voiceSize; at += 4) {
    first += (one[at] ?? 0) * (other[at] ?? 0);
    second += (one[at + 1] ?? 0) * (other[at + 1] ?? 0);
    third += (one[at + 2] ?? 0) * (other[at + 2] ?? 0);
    fourth += (one[at + 3] ?? 0) * (other[at + 3] ?? 0);
  }
  return first + second + third + fourth;
}

function lengthOf(numbers: Iterable<number>): number {
  let squares = 0;
  for (const number of numbers) squares += number * number;
  return Math.sqrt(squares);
}
