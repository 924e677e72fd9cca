import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { MediaError } from '../tools/media-error.ts';
import type { MediaTools } from '../tools/media-tools.ts';
import type { AudioFacts, SourceFacts } from '../probing/probe.ts';
import { withSound } from '../probing/probe.ts';

interface SoundChoice {
  source: string;
  facts: SourceFacts;
  /** For temporary files. */
  folder: string;
  signal: AbortSignal;
  onProgress?: (percent: number) => void;
}

/** The measurement of one track: seconds that sound like speech, and seconds that are not silent. */
interface Measurement {
  sound: AudioFacts;
  speech: number;
  loud: number;
}

const firstSeconds = 300;
/** When all tracks are silent at first: where in the file to measure again, as shares of its duration. */
const laterShares = [0.25, 0.5, 0.75];
const laterSeconds = 120;
/** The first measurement is seldom followed by others: its share of the progress, in percent. */
const firstPercent = 91;
const laterPercent = (100 - firstPercent) / laterShares.length;
const measureTimeoutMs = 300_000;
const samplesPerSecond = 8000;
const frameSamples = 160;
/** Frames of 20 ms in two seconds: long enough to hold pauses between words. */
const windowFrames = 100;
const windowSeconds = 2;
/** In dB of full scale. */
const silenceDb = -60;
/** The loudness of speech varies by at least this many dB within a window; tones, noise and hum vary less. */
const minSpeechRangeDb = 12;
/** A track with less of the best track's speech is a recording of something else. */
const minSpeechShare = 0.2;

/**
 * Chooses the sound track to package: the preferred one that holds speech, else the preferred one that is not silent.
 * Programs such as OBS record the desktop and the microphone as separate tracks.
 */
export async function chooseSound(tools: MediaTools, choice: SoundChoice): Promise<SourceFacts> {
  const { facts } = choice;
  if (facts.sounds.length < 2) return facts;
  const { duration = firstSeconds } = facts;
  const first = { start: 0, seconds: Math.min(firstSeconds, duration), from: 0, to: firstPercent };
  let measurements = await measureAll(tools, choice, first);
  for (const [at, share] of (facts.duration === undefined ? [] : laterShares).entries()) {
    if (measurements.some(({ loud }) => loud > 0)) break;
    const from = firstPercent + at * laterPercent;
    const span = { start: share * duration, seconds: laterSeconds, from, to: from + laterPercent };
    measurements = await measureAll(tools, choice, span);
  }
  const most = Math.max(...measurements.map(({ speech }) => speech));
  const best =
    measurements.find(({ speech }) => speech > 0 && speech >= minSpeechShare * most) ??
    measurements.find(({ loud }) => loud > 0);
  return best === undefined ? facts : withSound(facts, best.sound);
}

async function measureAll(
  tools: MediaTools,
  { source, facts, folder, signal, onProgress }: SoundChoice,
  { start, seconds, from, to }: { start: number; seconds: number; from: number; to: number },
): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const [at, sound] of facts.sounds.entries()) {
    const target = join(folder, 'measured.raw');
    const onTime = (time: number): void => {
      onProgress?.(from + ((to - from) * (at + Math.min(1, time / seconds))) / facts.sounds.length);
    };
    const samples = await extractSpan(tools, { source, sound, start, seconds, target, signal, onTime });
    measurements.push({ sound, ...measureLoudness(samples) });
  }
  return measurements;
}

/** The loudest channel counts, because channels can cancel each other when mixed. */
async function extractSpan(
  tools: MediaTools,
  span: {
    source: string;
    sound: AudioFacts;
    start: number;
    seconds: number;
    target: string;
    signal: AbortSignal;
    onTime: (time: number) => void;
  },
): Promise<Buffer> {
  // Also the bass channel, which ffmpeg leaves out: with several microphones, it is one of them.
  const channels = ['-ac', '2', '-lfe_mix_level', '0.7'];
  const form = [...channels, '-ar', String(samplesPerSecond), '-f', 's16le', `file:${span.target}`];
  try {
    await tools.ffmpeg({
      input: span.source,
      inputOptions: ['-ss', span.start.toFixed(3)],
      output: ['-map', `0:${span.sound.index}`, '-t', String(span.seconds), ...form],
      timeoutMs: measureTimeoutMs,
      signal: span.signal,
      onTime: span.onTime,
      isTolerant: true,
    });
    return await readFile(span.target);
  } catch (error) {
    // A track that cannot be decoded counts as silent.
    if (error instanceof MediaError && error.type === 'invalid_input') return Buffer.alloc(0);
    throw error;
  }
}

function measureLoudness(samples: Buffer): Pick<Measurement, 'speech' | 'loud'> {
  const levels = readLevels(samples);
  let speech = 0;
  let loud = 0;
  for (let from = 0; from + windowFrames / 2 <= levels.length; from += windowFrames) {
    const window = levels.subarray(from, from + windowFrames).toSorted();
    const high = window[Math.floor(0.9 * window.length)] ?? silenceDb;
    const low = window[Math.floor(0.1 * window.length)] ?? silenceDb;
    if (high <= silenceDb) continue;
    loud += windowSeconds;
    if (high - Math.max(low, silenceDb) >= minSpeechRangeDb) speech += windowSeconds;
  }
  return { speech, loud };
}

/** Returns the loudness of each frame, in dB of full scale, of the louder of two channels. */
function readLevels(samples: Buffer): Float64Array {
  const levels = new Float64Array(Math.floor(samples.length / (4 * frameSamples)));
  for (let frame = 0; frame < levels.length; frame += 1) {
    const power = [0, 0];
    for (let index = 0; index < 2 * frameSamples; index += 1) {
      const sample = samples.readInt16LE(2 * (2 * frameSamples * frame + index)) / 32_768;
      power[index % 2] = (power[index % 2] ?? 0) + sample * sample;
    }
    levels[frame] = 10 * Math.log10(Math.max(...power) / frameSamples + 1e-12);
  }
  return levels;
}
