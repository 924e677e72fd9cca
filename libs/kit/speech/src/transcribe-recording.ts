import { isUnclear, unclearText, type Cue } from '@vault/webvtt';
import type { SpokenText, WordTime } from './align-words.ts';
import { isVoice } from './is-voice.ts';
import { HeardWords, type TextSegment } from './heard-words.ts';
import { isGuess, judgeLanguage } from './judge-language.ts';
import type { Evidence } from './judge-language.ts';
import { framesPerSecond, measureLoudness } from './loudness.ts';
import { nameSpeakers } from './name-speakers.ts';
import { sampleRate } from './pcm-file.ts';
import type { PcmFile } from './pcm-file.ts';
import { planPieces } from './plan-pieces.ts';
import { findQuietest, planUtterances } from './plan-utterances.ts';
import type { Utterance } from './plan-utterances.ts';
import { sampleFirst } from './sample-first.ts';
import type { Recognition } from './speech-recogniser.ts';
import { splitIntoCues } from './split-into-cues.ts';
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

/** The part of the recogniser that this file needs. */
export interface Recogniser {
  recognise(samples: Float32Array): Promise<Recognition>;
}

/** The part of a `PcmFile` that this file needs. */
export type Audio = Pick<PcmFile, 'read' | 'sampleCount'>;

interface Job {
  audio: Audio;
  recogniser: Recogniser;
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

/** What was heard in an utterance, in one part or more. */
interface RecognisedUtterance extends Evidence {
  parts: SpokenUtterance[];
}

const sampleUtterances = 16;
const samplesPerFrame = sampleRate / framesPerSecond;
const splitFrames = 3 * framesPerSecond;
/** The shortest part of a voice that may not be lost. */
const minLostFrames = 2 * framesPerSecond;
/** The decoder often finds the words when the sound starts this much later. */
const shiftFrames = 0.3 * framesPerSecond;
/** More unclear cues in a row are rather music than speech. */
const maxUnclear = 5;
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
  let finishedCost = 0;
  if (job.language !== undefined) return 'speech';
  for (const at of sampleFirst(utterances.length, sampleUtterances)) {
    const utterance = utterances[at];
    if (!utterance) continue;
    const recognised = await recogniseUtterance(job, utterance, 0);
    heard.set(utterance, recognised.parts);
    evidence.push(recognised);
    finishedCost += costOf([utterance]);
    job.onProgress(loudnessPercent + (finishedCost / total) * (recognisedPercent - loudnessPercent));
    if (evidence.length < sampleUtterances) continue;
    const verdict = judgeLanguage(evidence, false);
    // When the sample has no speech, the rest may still have some.
    if (verdict === 'foreign') return verdict;
    if (verdict === 'english') return 'speech';
  }
  const verdict = judgeLanguage(evidence, true);
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

type SpokenUtterance = PlannedUtterance & { text: string };

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
  return utterances.flatMap(({ text, spoken }, at) => {
    const cues = splitIntoCues(text, framesOf(spoken));
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

/**
 * The result of a recording from its pieces. Voices are compared over the whole recording, and left out.
 * @param cues the cues of each piece of the plan, in its order
 * @throws Error when there are not as many as pieces
 */
export function joinPieces(plan: TranscriptionPlan, cues: readonly VoicedCue[][]): TranscriptionOutcome {
  if (cues.length !== plan.pieces.length)
    throw new Error(`${String(cues.length)} of ${String(plan.pieces.length)} pieces are transcribed`);
  const all = withoutMusic(cues.flat());
  if (plan.verdict === 'foreign') return { status: 'unavailable', reason: 'language-not-supported' };
  if (all.length === 0) return { status: 'unavailable', reason: 'no-speech' };
  return { status: 'ready', transcript: { language: plan.language, cues: nameSpeakers(all) } };
}

/** Leaves out unclear cues that are likely no speech: before the first words, after the last ones, or many in a row. */
function withoutMusic(cues: readonly Cue[]): Cue[] {
  const kept: Cue[] = [];
  let unclear: Cue[] = [];
  for (const cue of cues) {
    if (isUnclear(cue)) unclear.push(cue);
    else {
      if (kept.length > 0 && unclear.length <= maxUnclear) kept.push(...unclear);
      unclear = [];
      kept.push(cue);
    }
  }
  return kept;
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

/**
 * Recognises an utterance; again in parts when the decoder looped, which mostly prevents the loop, or found nothing in a
 * voice. A voice without words becomes an utterance of its own that is unclear.
 */
async function recogniseUtterance(
  job: Job,
  utterance: PlannedUtterance,
  offset: number,
): Promise<RecognisedUtterance> {
  const { start, end, middle } = utterance;
  const whole = await recognise(job, start, end, offset);
  const { confidence, seconds } = whole;
  const ofWhole = { confidence, seconds, parts: [{ ...utterance, text: textOf(whole) }] };
  if (whole.isRunaway && end - start >= splitFrames) {
    const head = await recognise(job, start, middle, offset);
    const tail = await recognise(job, middle, end, offset);
    const joined = { confidence: [...head.confidence, ...tail.confidence], seconds: whole.seconds };
    const text = isGuess(joined) ? '' : `${head.text} ${tail.text}`;
    return { ...joined, parts: [{ ...utterance, text }] };
  }
  if (whole.confidence.length > 0 || end - start < minLostFrames) return ofWhole;
  if (!isVoice(await read(job, start, end, offset))) return ofWhole;
  const third = Math.floor((end - start) / 3);
  const attempts = [
    [start, middle, end],
    [start + shiftFrames, end],
    [start, start + third, end - third, end],
  ];
  let best = { ...ofWhole, found: 0 };
  for (const places of attempts) {
    const attempt = await recogniseParts(job, utterance, places, offset);
    if (attempt.found > best.found) best = { ...attempt, seconds };
    if (attempt.parts.every(({ text }) => text !== '' && text !== unclearText)) break;
  }
  if (best.found > 0) return best;
  return { ...whole, parts: [{ ...utterance, text: unclearText }] };
}

/** The parts of an utterance between some places, and how many of its frames have words. */
async function recogniseParts(
  job: Job,
  utterance: PlannedUtterance,
  places: readonly number[],
  offset: number,
): Promise<Omit<RecognisedUtterance, 'seconds'> & { found: number }> {
  const parts: SpokenUtterance[] = [];
  const confidence: number[] = [];
  let found = 0;
  for (const [at, end] of places.entries()) {
    const start = places[at - 1];
    const spoken = start === undefined ? [] : spokenBetween(utterance, start, end);
    if (start === undefined || spoken.length === 0) continue;
    const heard = await recognise(job, start, end, offset);
    const isLost = heard.text === '' || isGuess(heard);
    if (!isLost) {
      found += end - start;
      confidence.push(...heard.confidence);
    }
    const isSpeech = isLost && end - start >= minLostFrames && isVoice(await read(job, start, end, offset));
    parts.push({ ...utterance, start, end, spoken, text: isSpeech ? unclearText : textOf(heard) });
  }
  return { parts, confidence, found };
}

function spokenBetween({ spoken }: PlannedUtterance, start: number, end: number): [number, number][] {
  return spoken
    .map(([from, to]): [number, number] => [Math.max(from, start), Math.min(to, end)])
    .filter(([from, to]) => from < to);
}

async function recognise(
  job: Job,
  start: number,
  end: number,
  offset: number,
): Promise<Recognition & Evidence> {
  const samples = await read(job, start, end, offset);
  return { ...(await job.recogniser.recognise(samples)), seconds: samples.length / sampleRate };
}

function read({ audio }: Job, start: number, end: number, offset: number): Promise<Float32Array> {
  return audio.read(start * samplesPerFrame - offset, (end - start) * samplesPerFrame);
}

function textOf(recognised: Recognition): string {
  return isGuess(recognised) ? '' : recognised.text;
}

function framesOf(spoken: readonly [number, number][]): number[] {
  return spoken.flatMap(([start, end]) => Array.from({ length: end - start }, (_, at) => start + at));
}
