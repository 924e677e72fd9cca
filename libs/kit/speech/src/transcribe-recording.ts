import type { Cue } from '@vault/webvtt';
import { isGuess, judgeLanguage } from './judge-language.ts';
import type { Evidence } from './judge-language.ts';
import { framesPerSecond, measureLoudness } from './loudness.ts';
import { sampleRate } from './pcm-file.ts';
import type { PcmFile } from './pcm-file.ts';
import { splitIntoCues } from './split-into-cues.ts';
import { findQuietest, planPieces } from './plan-pieces.ts';
import type { Piece } from './plan-pieces.ts';
import { sampleFirst } from './sample-first.ts';
import type { Recognition } from './speech-recogniser.ts';
import type { TranscriptionOutcome } from './transcriber.ts';

const blockFrames = 5 * framesPerSecond;
const contextBlocks = 3;

/**
 * Marks each frame as possible speech (1) or pause (0). The threshold follows the noise and voice levels of the
 * surrounding half minute, so it adapts to a fan, a quiet speaker or a change of room.
 * @param loudness decibels per frame
 */
export function findVoice(loudness: Float32Array): Uint8Array {
  const voice = new Uint8Array(loudness.length);
  const silence = silenceBound(loudness);
  for (let from = 0; from < loudness.length; from += blockFrames) {
    const first = Math.max(0, from - contextBlocks * blockFrames);
    const context = loudness.slice(first, from + (contextBlocks + 1) * blockFrames).sort();
    const bound = Math.max(silence, voiceBound(context));
    const to = Math.min(loudness.length, from + blockFrames);
    for (let at = from; at < to; at += 1) voice[at] = (loudness[at] ?? 0) >= bound ? 1 : 0;
  }
  return voice;
}

/** Frames below this level are always pauses: -55 dB, or less in a recording that is quiet throughout. */
function silenceBound(loudness: Float32Array): number {
  const loudest = quantile(loudness.slice().sort(), 0.99);
  return Math.max(-75, Math.min(-55, loudest - 30));
}

function voiceBound(sorted: Float32Array): number {
  const floor = quantile(sorted, 0.1);
  const range = quantile(sorted, 0.95) - floor;
  return floor + Math.min(12, 0.35 * range);
}

function quantile(sorted: Float32Array, share: number): number {
  return sorted[Math.floor(share * (sorted.length - 1))] ?? -96;
}

/** The part of the recogniser that `transcribeRecording` needs. */
export interface Recogniser {
  recognise(samples: Float32Array): Promise<Recognition>;
}

/** The input and dependencies of `transcribeRecording`. */
export interface RecordingJob {
  audio: PcmFile;
  recogniser: Recogniser;
  /** An English tag when the language was stated; undefined to detect it. */
  language?: string;
  onProgress: (percent: number) => void;
}

type RecognisedPiece = Recognition & Evidence;

const samplePieces = 16;
const samplesPerFrame = sampleRate / framesPerSecond;
const splitFrames = 3 * framesPerSecond;
const loudnessPercent = 2;

/**
 * Converts samples to cues in two passes over the file: the first measures the loudness (little memory, shows the
 * pauses), the second recognises the pieces, a sample spread over the recording before the rest.
 */
export async function transcribeRecording(job: RecordingJob): Promise<TranscriptionOutcome> {
  job.onProgress(0);
  const loudness = await measureLoudness(job.audio);
  const voice = findVoice(loudness);
  const pieces = planPieces(voice, loudness);
  job.onProgress(loudnessPercent);
  const recognised = await recognisePieces(job, pieces, loudness);
  if (recognised === 'foreign') return { status: 'unavailable', reason: 'language-not-supported' };
  const cues =
    recognised === 'no-speech' ? [] : pieces.flatMap((piece, at) => toCues(piece, recognised.get(at), voice));
  job.onProgress(100);
  if (cues.length === 0) return { status: 'unavailable', reason: 'no-speech' };
  return { status: 'ready', transcript: { language: job.language ?? 'en', cues } };
}

async function recognisePieces(
  job: RecordingJob,
  pieces: readonly Piece[],
  loudness: Float32Array,
): Promise<Map<number, RecognisedPiece> | 'foreign' | 'no-speech'> {
  const recognised = new Map<number, RecognisedPiece>();
  const total = pieces.reduce((sum, piece) => sum + costOf(piece), 0);
  let finishedCost = 0;
  let isLanguageKnown = job.language !== undefined;
  for (const at of sampleFirst(pieces.length, samplePieces)) {
    const piece = pieces[at];
    if (!piece) continue;
    recognised.set(at, await recognisePiece(job, piece, loudness));
    finishedCost += costOf(piece);
    job.onProgress(loudnessPercent + (finishedCost / total) * (99 - loudnessPercent));
    if (isLanguageKnown || recognised.size < samplePieces) continue;
    const verdict = judgeLanguage([...recognised.values()], false);
    if (verdict === 'foreign') return verdict;
    // When the sample has no speech, the rest may still have some.
    isLanguageKnown = verdict === 'english';
  }
  const verdict = isLanguageKnown ? 'english' : judgeLanguage([...recognised.values()], true);
  return verdict === 'foreign' || verdict === 'no-speech' ? verdict : recognised;
}

/** Estimates the cost of a piece in frames: its length, plus one second for the call of the model. */
function costOf({ start, end }: Piece): number {
  return end - start + framesPerSecond;
}

/** Recognises a piece again in halves when the decoder looped; this mostly prevents the loop. */
async function recognisePiece(
  job: RecordingJob,
  piece: Piece,
  loudness: Float32Array,
): Promise<RecognisedPiece> {
  const whole = await recognise(job, piece);
  const length = piece.end - piece.start;
  if (!whole.isRunaway || length < splitFrames) return whole;
  const middle = findQuietest(
    loudness,
    piece.start + Math.floor(length / 3),
    piece.end - Math.floor(length / 3),
  );
  const head = await recognise(job, { start: piece.start, end: middle });
  const tail = await recognise(job, { start: middle, end: piece.end });
  return {
    text: `${head.text} ${tail.text}`,
    confidence: [...head.confidence, ...tail.confidence],
    isRunaway: head.isRunaway || tail.isRunaway,
    seconds: whole.seconds,
  };
}

async function recognise(
  { audio, recogniser }: RecordingJob,
  { start, end }: Piece,
): Promise<RecognisedPiece> {
  const samples = await audio.read(start * samplesPerFrame, (end - start) * samplesPerFrame);
  return { ...(await recogniser.recognise(samples)), seconds: samples.length / sampleRate };
}

function toCues(piece: Piece, recognised: RecognisedPiece | undefined, voice: Uint8Array): Cue[] {
  if (!recognised || isGuess(recognised)) return [];
  const speechFrames: number[] = [];
  for (let at = piece.start; at < piece.end; at += 1) if (voice[at] === 1) speechFrames.push(at);
  return splitIntoCues(recognised.text, speechFrames);
}
