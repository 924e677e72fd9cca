import type { Cue } from '@vault/webvtt';
import { findVoice } from './find-voice.ts';
import { isGuess, judgeLanguage } from './judge-language.ts';
import type { Evidence } from './judge-language.ts';
import { FRAMES_PER_SECOND, measureLoudness } from './loudness.ts';
import { SAMPLE_RATE } from './pcm-file.ts';
import type { PcmFile } from './pcm-file.ts';
import { placeCues } from './place-cues.ts';
import { findQuietest, planPieces } from './plan-pieces.ts';
import type { Piece } from './plan-pieces.ts';
import { sampleFirst } from './sample-first.ts';
import type { Recognition } from './speech-recogniser.ts';
import type { TranscriptionOutcome } from './transcriber.ts';

/** The part of the recogniser this needs. */
export interface Recogniser {
  recognise(samples: Float32Array): Promise<Recognition>;
}

/** What `transcribeRecording` works on and with. */
export interface RecordingJob {
  audio: PcmFile;
  recogniser: Recogniser;
  /** An English tag when the language was stated; undefined to find out. */
  language?: string;
  onProgress: (percent: number) => void;
}

type Heard = Recognition & Evidence;

const SAMPLE_PIECES = 16;
const SAMPLES_PER_FRAME = SAMPLE_RATE / FRAMES_PER_SECOND;
const SPLIT_FRAMES = 3 * FRAMES_PER_SECOND;
const LOUDNESS_PERCENT = 2;

/**
 * The whole way from samples to cues. Two passes over the file: loudness first (little memory, shows the pauses), then
 * the pieces, those of a sample spread over the recording before the rest.
 */
export async function transcribeRecording(job: RecordingJob): Promise<TranscriptionOutcome> {
  job.onProgress(0);
  const loudness = await measureLoudness(job.audio);
  const voice = findVoice(loudness);
  const pieces = planPieces(voice, loudness);
  job.onProgress(LOUDNESS_PERCENT);
  const heard = await hear(job, pieces, loudness);
  if (heard === 'foreign') return { status: 'unavailable', reason: 'language-not-supported' };
  const cues =
    heard === 'no-speech' ? [] : pieces.flatMap((piece, at) => toCues(piece, heard.get(at), voice));
  job.onProgress(100);
  if (cues.length === 0) return { status: 'unavailable', reason: 'no-speech' };
  return { status: 'ready', transcript: { language: job.language ?? 'en', cues } };
}

async function hear(
  job: RecordingJob,
  pieces: readonly Piece[],
  loudness: Float32Array,
): Promise<Map<number, Heard> | 'foreign' | 'no-speech'> {
  const heard = new Map<number, Heard>();
  const total = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  let done = 0;
  let isSettled = job.language !== undefined;
  for (const at of sampleFirst(pieces.length, SAMPLE_PIECES)) {
    const piece = pieces[at];
    if (!piece) continue;
    heard.set(at, await hearPiece(job, piece, loudness));
    done += lengthOf(piece);
    job.onProgress(LOUDNESS_PERCENT + Math.floor((done / total) * (99 - LOUDNESS_PERCENT)));
    if (isSettled || heard.size < SAMPLE_PIECES) continue;
    const verdict = judgeLanguage([...heard.values()], false);
    if (verdict === 'foreign') return verdict;
    // Without speech in the sample there may be some in the rest.
    isSettled = verdict === 'english';
  }
  const verdict = isSettled ? 'english' : judgeLanguage([...heard.values()], true);
  return verdict === 'foreign' || verdict === 'no-speech' ? verdict : heard;
}

/** What a piece costs, about: its frames, and a second for each call of the model. */
function lengthOf({ start, end }: Piece): number {
  return end - start + FRAMES_PER_SECOND;
}

/** A decoder that ran away mostly finds its way in half the piece. */
async function hearPiece(job: RecordingJob, piece: Piece, loudness: Float32Array): Promise<Heard> {
  const whole = await recognise(job, piece);
  const length = piece.end - piece.start;
  if (!whole.isRunaway || length < SPLIT_FRAMES) return whole;
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

async function recognise({ audio, recogniser }: RecordingJob, { start, end }: Piece): Promise<Heard> {
  const samples = await audio.read(start * SAMPLES_PER_FRAME, (end - start) * SAMPLES_PER_FRAME);
  return { ...(await recogniser.recognise(samples)), seconds: samples.length / SAMPLE_RATE };
}

function toCues(piece: Piece, heard: Heard | undefined, voice: Uint8Array): Cue[] {
  if (!heard || isGuess(heard)) return [];
  const spoken: number[] = [];
  for (let at = piece.start; at < piece.end; at += 1) if (voice[at] === 1) spoken.push(at);
  return placeCues(heard.text, spoken);
}
