import { unclearText, type Cue } from '@vault/webvtt';
import type { SpokenText, WordTime } from './words/align-words.ts';
import { HeardWords, type TextSegment } from './words/heard-words.ts';
import { joinPieces } from './join-pieces.ts';
import { judgeLanguage } from './judge-language.ts';
import type { Evidence } from './judge-language.ts';
import { framesPerSecond, measureLoudness } from './sound/loudness.ts';
import { sampleRate } from './sound/pcm-file.ts';
import { planPieces } from './plan-pieces.ts';
import { findQuietest, planUtterances } from './plan-utterances.ts';
import type { Utterance } from './plan-utterances.ts';
import { recogniseUtterance, type Hearing, type SpokenUtterance } from './recognise-utterance.ts';
import { sampleFirst } from './sample-first.ts';
import { splitIntoCues } from './words/split-into-cues.ts';
import type {
  PlannedPiece,
  PlannedUtterance,
  TranscriptionOutcome,
  TranscriptionPlan,
} from './transcriber.ts';
import type { VoicedCue } from './voices-of-cues.ts';

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

interface Job extends Hearing {
  /** Percents, rising. */
  onProgress: (percent: number) => void;
  /** Finds the times of words in `audio`, see `alignWords`; without it they are estimated. */
  align?: (texts: readonly SpokenText[]) => Promise<(WordTime[] | undefined)[]>;
  /** Adds the voices of cues, see `withVoices`; without it speakers are not told apart. */
  addVoices?: (cues: readonly Cue[], offsetSeconds: number) => Promise<VoicedCue[]>;
}

/** The input and dependencies of `planRecording` and `transcribeRecording`. */
export interface RecordingJob extends Job {
  /** An English tag when the language was stated; undefined to detect it. */
  language?: string;
  /** The usual length of a piece, see `planPieces`. */
  pieceSeconds?: number;
}

/** The input and dependencies of `transcribePiece`. */
export interface PieceJob extends Job {
  piece: PlannedPiece;
  /** The second of the recording at which `audio` starts. */
  offsetSeconds: number;
}

const sampleUtterances = 16;
/** Utterances whose words are aligned in one run of the program: one to three minutes. */
const alignedTogether = 16;
/** The shortest cue that the alignment may make, in seconds. */
const minSeconds = 0.1;
const loudnessPercent = 2;
const recognisedPercent = 99;
/** A file cut out of a compressed recording may end this much early; the margin of an utterance is as long. */
const missingSamples = 0.2 * sampleRate;

/**
 * Converts samples to cues: plans the recording, transcribes its pieces in order and joins them. The file is read twice:
 * for the loudness (little memory, shows the pauses) and for the words.
 */
export async function transcribeRecording(job: RecordingJob): Promise<TranscriptionOutcome> {
  let percent = 0;
  const report = (value: number): void => {
    percent = value;
    job.onProgress(value);
  };
  const plan = await planRecording({ ...job, onProgress: report });
  const costs = plan.pieces.map(({ utterances }) => costOf(utterances.filter(isUnheard)));
  const perCost = (recognisedPercent - percent) / Math.max(1, sum(costs));
  const cues: VoicedCue[][] = [];
  for (const [at, piece] of plan.pieces.entries()) {
    const before = percent;
    const onProgress = (share: number): void => {
      if (share > 0) report(before + (share / 100) * (costs[at] ?? 0) * perCost);
    };
    cues.push(await transcribePiece({ ...job, piece, offsetSeconds: 0, onProgress }));
  }
  job.onProgress(100);
  return joinPieces(plan, cues);
}

/**
 * Measures the loudness, finds the utterances and recognises a sample spread over the recording, or more until the
 * language is certain. Progress is the share of the work of the whole recording.
 */
export async function planRecording(job: RecordingJob): Promise<TranscriptionPlan> {
  job.onProgress(0);
  const loudness = await measureLoudness(job.audio);
  const voice = findVoice(loudness);
  const utterances = planUtterances(voice, loudness).map((utterance) => describe(utterance, voice, loudness));
  job.onProgress(loudnessPercent);
  const heard = new Map<PlannedUtterance, SpokenUtterance[]>();
  const verdict = await survey(job, utterances, heard);
  const known = utterances.flatMap((utterance) => heard.get(utterance) ?? [utterance]);
  const pieces = verdict === 'speech' ? planPieces(known, job.pieceSeconds) : [];
  return { verdict, language: job.language ?? 'en', pieces };
}

function describe({ start, end }: Utterance, voice: Uint8Array, loudness: Float32Array): PlannedUtterance {
  const third = Math.floor((end - start) / 3);
  const spoken: [number, number][] = [];
  for (let at = start; at < end; at += 1) {
    const last = spoken.at(-1);
    if (voice[at] !== 1) continue;
    if (last?.[1] === at) last[1] = at + 1;
    else spoken.push([at, at + 1]);
  }
  return { start, end, middle: findQuietest(loudness, start + third, end - third), spoken };
}

/** Decides the language. @param heard gets the recognised utterances, so that they are not recognised twice */
async function survey(
  job: RecordingJob,
  utterances: readonly PlannedUtterance[],
  heard: Map<PlannedUtterance, SpokenUtterance[]>,
): Promise<TranscriptionPlan['verdict']> {
  const total = costOf(utterances);
  const evidence: Evidence[] = [];
  const again: Evidence[] = [];
  let finishedCost = 0;
  if (job.language !== undefined) return 'speech';
  for (const at of sampleFirst(utterances.length, sampleUtterances)) {
    const utterance = utterances[at];
    if (!utterance) continue;
    const recognised = await recogniseUtterance(job, utterance, 0);
    heard.set(utterance, recognised.parts);
    evidence.push(recognised);
    again.push({ confidence: recognised.again, seconds: recognised.seconds });
    finishedCost += costOf([utterance]);
    job.onProgress(loudnessPercent + (finishedCost / total) * (recognisedPercent - loudnessPercent));
    if (evidence.length < sampleUtterances) continue;
    const verdict = judgeLanguage(evidence, false);
    // When the sample has no speech, the rest may still have some.
    if (verdict === 'foreign') return verdict;
    if (verdict === 'english') return 'speech';
  }
  // Parts in which words were found are those where the decoder was sure: they would make any language English.
  const isSilent = evidence.every(({ confidence }) => confidence.length === 0);
  const verdict = judgeLanguage(isSilent ? again : evidence, true);
  if (verdict === 'english') return 'speech';
  return verdict === 'unclear' ? 'no-speech' : verdict;
}

/**
 * Recognises the utterances of one piece that the plan has no text of.
 * @returns cues in the time of the recording, with their voices
 * @throws Error when the audio does not hold the whole piece
 */
export async function transcribePiece(job: PieceJob): Promise<VoicedCue[]> {
  const { piece, audio, offsetSeconds, onProgress } = job;
  const offset = Math.round(offsetSeconds * sampleRate);
  const missing = Math.round(piece.end * sampleRate) - offset - audio.sampleCount;
  if (offset > Math.round(piece.start * sampleRate) || missing > missingSamples)
    throw new Error('the audio does not hold the whole piece');
  const total = costOf(piece.utterances.filter(isUnheard));
  const cues: Cue[] = [];
  let finishedCost = 0;
  onProgress(0);
  for (let from = 0; from < piece.utterances.length; from += alignedTogether) {
    const recognised: SpokenUtterance[] = [];
    for (const utterance of piece.utterances.slice(from, from + alignedTogether)) {
      const { text } = utterance;
      if (text !== undefined) recognised.push({ ...utterance, text });
      if (text !== undefined) continue;
      recognised.push(...(await recogniseUtterance(job, utterance, offset)).parts);
      finishedCost += costOf([utterance]);
      onProgress((finishedCost / total) * 100);
    }
    cues.push(...(await cuesOf(job, recognised)));
  }
  if (total === 0) onProgress(100);
  return (await job.addVoices?.(cues, offsetSeconds)) ?? cues;
}

/** Readable cues of some utterances, with the times of their words where these can be found. */
async function cuesOf({ align, offsetSeconds }: PieceJob, recognised: SpokenUtterance[]): Promise<Cue[]> {
  const utterances = recognised.filter(({ text }) => text.trim() !== '');
  const texts = utterances.map(({ start, end, text }) => ({
    start: start / framesPerSecond - offsetSeconds,
    end: end / framesPerSecond - offsetSeconds,
    words: text.trim().split(/\s+/),
  }));
  const clear = texts.filter((_, at) => utterances[at]?.text !== unclearText);
  const found = (await align?.(clear)) ?? [];
  const times = texts.map((text) => found[clear.indexOf(text)]);
  return utterances.flatMap(({ text, spoken, confidence }, at) => {
    const cues: Cue[] = splitIntoCues(text, framesOf(spoken)).map((cue) => ({
      ...cue,
      ...(confidence !== undefined && { confidence }),
    }));
    const words = times[at]?.map(({ start, end }, word) => ({
      ...{ start: start + offsetSeconds, end: end + offsetSeconds },
      text: texts[at]?.words[word] ?? '',
    }));
    return words === undefined ? cues : withWordTimes(cues, words);
  });
}

/** The cues with the times of their words, if all of these fit: else some cues would overlap. */
function withWordTimes(cues: Cue[], words: readonly TextSegment[]): Cue[] {
  const heardWords = new HeardWords(words);
  const timed = cues.map((cue) => heardWords.timed(cue));
  const areAligned = timed.every(
    ({ start, end, wordStarts }) => wordStarts?.every(Number.isFinite) && end - start >= minSeconds,
  );
  return areAligned ? timed : cues;
}

function isUnheard({ text }: PlannedUtterance): boolean {
  return text === undefined;
}

/** Estimates the cost of utterances in frames: their length, plus one second each for the call of the model. */
function costOf(utterances: readonly Utterance[]): number {
  return sum(utterances.map(({ start, end }) => end - start + framesPerSecond));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function framesOf(spoken: readonly [number, number][]): number[] {
  return spoken.flatMap(([start, end]) => Array.from({ length: end - start }, (_, at) => start + at));
}
