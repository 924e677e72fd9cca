import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { type AudioFacts, type SourceFacts, maxMixedChannels, withSound } from '../probing/probe.ts';
import { MediaError } from '../tools/media-error.ts';
import type { MediaTools } from '../tools/media-tools.ts';

interface SoundChoice {
  source: string;
  facts: SourceFacts;
  /** For temporary files. */
  folder: string;
  signal: AbortSignal;
  onProgress?: (percent: number) => void;
}

/** Seconds that sound like speech, and seconds that are not silent. */
interface Loudness {
  speech: number;
  loud: number;
}

/** The measurement of one track. */
interface Measurement extends Loudness {
  sound: AudioFacts;
  /** Of each channel, as far as they are mixed for the measurement. */
  channels: readonly Loudness[];
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
 * Programs such as OBS record the desktop and the microphone as separate tracks. Of a track with too many channels to mix all of
 * them, it chooses in the same way the ones to mix.
 */
export async function chooseSound(tools: MediaTools, choice: SoundChoice): Promise<SourceFacts> {
  const { facts } = choice;
  const sounds = facts.sounds.slice(0, tools.limits.maxTracks);
  if (sounds.length < 2 && (sounds[0]?.channels ?? 0) <= maxMixedChannels) return facts;
  const measurements = await measureSounds(tools, choice, sounds);
  const best = speaking(measurements)[0];
  return withSound(facts, mixed(best ?? measurements.find(({ sound }) => sound === facts.audio)));
}

/** Chooses the channels to mix of a sound that a person has chosen. */
export async function chooseChannels(tools: MediaTools, choice: SoundChoice): Promise<SourceFacts> {
  const { facts } = choice;
  if (facts.audio === undefined || facts.audio.channels <= maxMixedChannels) return facts;
  const [measurement] = await measureSounds(tools, choice, [facts.audio]);
  return withSound(facts, mixed(measurement));
}

/** Those that hold speech, else those that are not silent. */
function speaking<Kind extends Loudness>(measured: readonly Kind[]): Kind[] {
  const most = Math.max(...measured.map(({ speech }) => speech));
  const withSpeech = measured.filter(({ speech }) => speech > 0 && speech >= minSpeechShare * most);
  return withSpeech.length > 0 ? withSpeech : measured.filter(({ loud }) => loud > 0);
}

function mixed(measurement: Measurement | undefined): AudioFacts | undefined {
  if (measurement === undefined || measurement.sound.channels <= maxMixedChannels) return measurement?.sound;
  const { sound, channels } = measurement;
  const mix = speaking(channels).map((channel) => channels.indexOf(channel));
  return { ...sound, mix: mix.length > 0 ? mix : [...channels.keys()] };
}

async function measureSounds(
  tools: MediaTools,
  choice: SoundChoice,
  sounds: readonly AudioFacts[],
): Promise<Measurement[]> {
  const { duration: declared } = choice.facts;
  const duration = declared ?? firstSeconds;
  const first = { start: 0, seconds: Math.min(firstSeconds, duration), from: 0, to: firstPercent };
  let measurements = await measureAll(tools, choice, sounds, first);
  for (const [at, share] of (declared === undefined ? [] : laterShares).entries()) {
    if (measurements.some(({ loud }) => loud > 0)) break;
    const from = firstPercent + at * laterPercent;
    const span = { start: share * duration, seconds: laterSeconds, from, to: from + laterPercent };
    measurements = await measureAll(tools, choice, sounds, span);
  }
  return measurements;
}

async function measureAll(
  tools: MediaTools,
  { source, folder, signal, onProgress }: SoundChoice,
  sounds: readonly AudioFacts[],
  { start, seconds, from, to }: { start: number; seconds: number; from: number; to: number },
): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const [at, sound] of sounds.entries()) {
    const target = join(folder, 'measured.raw');
    const onTime = (time: number): void => {
      onProgress?.(from + ((to - from) * (at + Math.min(1, time / seconds))) / sounds.length);
    };
    const count = sound.channels > maxMixedChannels ? sound.channels : 2;
    const levels = await extractLevels(tools, {
      source,
      sound,
      start,
      seconds,
      target,
      count,
      signal,
      onTime,
    });
    // The loudest channel counts, because channels can cancel each other when mixed.
    const [first = []] = levels;
    const loudest = first.map((_, frame) => Math.max(...levels.map((one) => one[frame] ?? silenceDb)));
    measurements.push({ sound, ...measureLoudness(loudest), channels: levels.map(measureLoudness) });
  }
  return measurements;
}

/** Returns the loudness of each channel in each frame, in dB of full scale. */
async function extractLevels(
  tools: MediaTools,
  span: {
    source: string;
    sound: AudioFacts;
    start: number;
    seconds: number;
    target: string;
    /** How many channels are measured: further ones are mixed. */
    count: number;
    signal: AbortSignal;
    onTime: (time: number) => void;
  },
): Promise<number[][]> {
  // Also the bass channel, which ffmpeg leaves out: with several microphones, it is one of them.
  const channels = ['-ac', String(span.count), '-lfe_mix_level', '0.7'];
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
    return await readLevels(span.target, span.count);
  } catch (error) {
    // A track that cannot be decoded counts as silent.
    if (error instanceof MediaError && error.type === 'invalid_input') return [];
    throw error;
  }
}

function measureLoudness(levels: readonly number[]): Loudness {
  let speech = 0;
  let loud = 0;
  for (let from = 0; from + windowFrames / 2 <= levels.length; from += windowFrames) {
    const window = levels.slice(from, from + windowFrames).sort((a, b) => a - b);
    const high = window[Math.floor(0.9 * window.length)] ?? silenceDb;
    const low = window[Math.floor(0.1 * window.length)] ?? silenceDb;
    if (high <= silenceDb) continue;
    loud += windowSeconds;
    if (high - Math.max(low, silenceDb) >= minSpeechRangeDb) speech += windowSeconds;
  }
  return { speech, loud };
}

/** Reads a file piece by piece: minutes of many channels are long. */
async function readLevels(path: string, channels: number): Promise<number[][]> {
  const levels = Array.from({ length: channels }, (): number[] => []);
  const frameBytes = 2 * channels * frameSamples;
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) {
    const bytes = Buffer.concat([rest, piece as Buffer]);
    const end = bytes.length - (bytes.length % frameBytes);
    for (let from = 0; from < end; from += frameBytes) {
      for (const [channel, ofChannel] of levels.entries()) {
        let power = 0;
        for (let at = from + 2 * channel; at < from + frameBytes; at += 2 * channels)
          power += (bytes.readInt16LE(at) / 32_768) ** 2;
        ofChannel.push(10 * Math.log10(power / frameSamples + 1e-12));
      }
    }
    rest = bytes.subarray(end);
  }
  return levels;
}
