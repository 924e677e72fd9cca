import { framesPerSecond } from './sound/loudness.ts';

/** A part of the recording to recognise in one call, in frames: `start` inclusive, `end` exclusive. */
export interface Utterance {
  start: number;
  end: number;
}

const seconds = (value: number): number => Math.round(value * framesPerSecond);
const paddingFrames = seconds(0.2);
const minUtteranceFrames = seconds(3);
/** The longest utterance, in frames: 12 s. */
export const maxUtteranceFrames = seconds(12);
const shortPauseFrames = seconds(0.3);
const longPauseFrames = seconds(0.5);
const silenceFrames = seconds(2);
const minVoiceFrames = seconds(0.2);

/**
 * Cuts a recording into utterances of 3 to 12 s at its pauses; the silence between them is left out. An utterance is
 * shorter only between long silences. A cut inside speech, at its quietest moment, is made only when 12 s have no pause.
 * @param voice 1 per frame with sound, see `findVoice`
 * @param loudness decibels per frame, as many
 * @returns utterances in order, never overlapping
 */
export function planUtterances(voice: Uint8Array, loudness: Float32Array): Utterance[] {
  const utterances: Utterance[] = [];
  let after = 0;
  for (let at = voice.indexOf(1); at !== -1; at = voice.indexOf(1, after)) {
    const start = Math.max(after, at - paddingFrames);
    const end = findEnd(voice, loudness, start, at);
    if (countVoice(voice, start, end) >= minVoiceFrames) utterances.push({ start, end });
    after = end;
  }
  return utterances;
}

function findEnd(voice: Uint8Array, loudness: Float32Array, start: number, from: number): number {
  const last = Math.min(voice.length, start + maxUtteranceFrames);
  let best = { at: -1, length: 0 };
  for (let at = from; at < last;) {
    const pause = pauseAt(voice, at);
    if (pause === 0) {
      at += 1;
      continue;
    }
    const isLongEnough = at - start >= minUtteranceFrames;
    const end = Math.min(at + Math.min(paddingFrames, Math.ceil(pause / 2)), last);
    if (at + pause === voice.length || pause >= silenceFrames || (isLongEnough && pause >= longPauseFrames))
      return end;
    if (isLongEnough && pause >= Math.max(shortPauseFrames, best.length)) best = { at: end, length: pause };
    at += pause;
  }
  if (last === voice.length) return last;
  return best.at === -1 ? findQuietest(loudness, Math.floor((start + last) / 2), last) : best.at;
}

function pauseAt(voice: Uint8Array, at: number): number {
  if (voice[at] === 1) return 0;
  const end = voice.indexOf(1, at);
  return (end === -1 ? voice.length : end) - at;
}

/** The middle of the quietest tenth of a second from frame `from` to before frame `to`; `to` when there is none. */
export function findQuietest(loudness: Float32Array, from: number, to: number): number {
  const width = 5;
  let best = { at: to, level: Infinity };
  for (let at = from; at + width <= to; at += 1) {
    let level = 0;
    for (let i = at; i < at + width; i += 1) level += loudness[i] ?? 0;
    if (level < best.level) best = { at: at + 2, level };
  }
  return best.at;
}

function countVoice(voice: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) count += voice[at] ?? 0;
  return count;
}
