import { unclearText } from '@vault/webvtt';
import { isVoice } from './sound/is-voice.ts';
import { isGuess, isReadable, meanProbability } from './judge-language.ts';
import type { Evidence } from './judge-language.ts';
import { framesPerSecond } from './sound/loudness.ts';
import { sampleRate } from './sound/pcm-file.ts';
import type { PcmFile } from './sound/pcm-file.ts';
import type { Recognition } from './speech-recogniser.ts';
import type { PlannedUtterance } from './transcriber.ts';

/** The part of the recogniser that this file needs. */
export interface Recogniser {
  recognise(samples: Float32Array): Promise<Recognition>;
}

/** The part of a `PcmFile` that this file needs. */
export type Audio = Pick<PcmFile, 'read' | 'sampleCount'>;

/** What the recognition of an utterance needs. */
export interface Hearing {
  audio: Audio;
  recogniser: Recogniser;
}

/** An utterance with its words; empty when there were no sure ones. */
export type SpokenUtterance = PlannedUtterance & { text: string };

/** What was heard in an utterance at first, and its words in one part or more. */
export interface RecognisedUtterance extends Evidence {
  parts: SpokenUtterance[];
  /** The decoder's confidence in its parts, when it heard nothing at first. */
  again: readonly number[];
}

const samplesPerFrame = sampleRate / framesPerSecond;
const splitFrames = 3 * framesPerSecond;
/** The shortest part of a voice that may not be lost. */
const minLostFrames = 2 * framesPerSecond;
/** The decoder often finds the words when the sound starts this much later. */
const shiftFrames = 0.3 * framesPerSecond;

/**
 * Recognises an utterance; again in parts when the decoder looped, which mostly prevents the loop, or found nothing in a
 * voice. A voice without words becomes an utterance of its own that is unclear.
 */
export async function recogniseUtterance(
  job: Hearing,
  utterance: PlannedUtterance,
  offset: number,
): Promise<RecognisedUtterance> {
  const { start, end, middle } = utterance;
  const whole = await recognise(job, start, end, offset);
  const { confidence, seconds } = whole;
  const ofWhole = { confidence, seconds, again: [], parts: [withWords(utterance, whole)] };
  if (whole.isRunaway && end - start >= splitFrames) {
    const head = await recognise(job, start, middle, offset);
    const tail = await recognise(job, middle, end, offset);
    const joined = { confidence: [...head.confidence, ...tail.confidence], seconds: whole.seconds };
    const text = `${head.text} ${tail.text}`;
    return { ...joined, again: [], parts: [withWords(utterance, { ...joined, text })] };
  }
  if (whole.confidence.length > 0 || end - start < minLostFrames) return ofWhole;
  if (!isVoice(await read(job, start, end, offset))) return ofWhole;
  const third = Math.floor((end - start) / 3);
  const attempts = [
    [start, middle, end],
    [start + shiftFrames, end],
    [start, start + third, end - third, end],
  ];
  let best: Attempt = { found: 0, again: [], parts: [{ ...utterance, text: unclearText }] };
  for (const places of attempts) {
    const attempt = await recogniseParts(job, utterance, places, offset);
    if (attempt.found > best.found) best = attempt;
    if (attempt.parts.every(({ text }) => text !== '' && text !== unclearText)) break;
  }
  return { confidence, seconds, again: best.again, parts: best.parts };
}

/** The parts of an utterance, and how many of its frames have words. */
type Attempt = Pick<RecognisedUtterance, 'parts' | 'again'> & { found: number };

/** Recognises the parts of an utterance between some places. */
async function recogniseParts(
  job: Hearing,
  utterance: PlannedUtterance,
  places: readonly number[],
  offset: number,
): Promise<Attempt> {
  const parts: SpokenUtterance[] = [];
  const again: number[] = [];
  let found = 0;
  for (const [at, end] of places.entries()) {
    const start = places[at - 1];
    const spoken = start === undefined ? [] : spokenBetween(utterance, start, end);
    if (start === undefined || spoken.length === 0) continue;
    const heard = await recognise(job, start, end, offset);
    again.push(...heard.confidence);
    const isLost = heard.text === '' || !isReadable(heard);
    if (!isLost) found += end - start;
    const isSpeech = isLost && end - start >= minLostFrames && isVoice(await read(job, start, end, offset));
    const part = { ...utterance, start, end, spoken };
    parts.push(isLost ? { ...part, text: isSpeech ? unclearText : '' } : withWords(part, heard));
  }
  return { parts, again, found };
}

function spokenBetween({ spoken }: PlannedUtterance, start: number, end: number): [number, number][] {
  return spoken
    .map(([from, to]): [number, number] => [Math.max(from, start), Math.min(to, end)])
    .filter(([from, to]) => from < to);
}

async function recognise(
  job: Hearing,
  start: number,
  end: number,
  offset: number,
): Promise<Recognition & Evidence> {
  const samples = await read(job, start, end, offset);
  return { ...(await job.recogniser.recognise(samples)), seconds: samples.length / sampleRate };
}

function read({ audio }: Hearing, start: number, end: number, offset: number): Promise<Float32Array> {
  return audio.read(start * samplesPerFrame - offset, (end - start) * samplesPerFrame);
}

function withWords(
  utterance: PlannedUtterance,
  heard: Pick<Recognition, 'text' | 'confidence'>,
): SpokenUtterance {
  const confidence = meanProbability(heard);
  if (isGuess(heard) || confidence === undefined) return { ...utterance, text: '' };
  return { ...utterance, text: heard.text, confidence };
}
