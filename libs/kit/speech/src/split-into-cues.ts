import type { Cue } from '@vault/webvtt';
import { framesPerSecond } from './loudness.ts';

const maxTextLength = 84;
const maxFrames = 7 * framesPerSecond;
const minFrames = framesPerSecond / 2;
const minSentenceLength = 25;

/** Part of a text and its frames, as indexes into the list of spoken frames (`to` is exclusive). */
interface Part {
  text: string;
  from: number;
  to: number;
}

/**
 * Splits the text of one utterance into readable cues: one or more whole sentences where possible, at most 84 characters
 * and 7 s, otherwise cut at commas or between words. Time is divided by characters over the frames with sound, so
 * pauses take no time. A cue exceeds these limits only when a split would make a cue shorter than half a second.
 * @param spoken numbers of the frames with sound, rising
 */
export function splitIntoCues(text: string, spoken: readonly number[]): Cue[] {
  const trimmed = text.replace(/\s+/g, ' ').trim();
  if (trimmed === '' || spoken.length === 0) return [];
  return divide({ text: trimmed, from: 0, to: spoken.length }, spoken).map((part) => ({
    ...timesOf(part, spoken),
    text: part.text,
  }));
}

function timesOf({ from, to }: Part, spoken: readonly number[]): { start: number; end: number } {
  return {
    start: (spoken[from] ?? 0) / framesPerSecond,
    end: ((spoken[to - 1] ?? 0) + 1) / framesPerSecond,
  };
}

function divide(part: Part, spoken: readonly number[]): Part[] {
  const cut = findCut(part, isReadable(part, spoken));
  return cut ? [...divide(cut[0], spoken), ...divide(cut[1], spoken)] : [part];
}

function isReadable(part: Part, spoken: readonly number[]): boolean {
  const frames = (spoken[part.to - 1] ?? 0) + 1 - (spoken[part.from] ?? 0);
  return part.text.length <= maxTextLength && frames <= maxFrames;
}

/** Finds the best cut near the middle. A readable part is cut only between two sentences of at least 25 characters. */
function findCut({ text, from, to }: Part, isReadable: boolean): [Part, Part] | undefined {
  let best: { at: number; middle: number; cost: number } | undefined;
  for (let at = text.indexOf(' '); at !== -1; at = text.indexOf(' ', at + 1)) {
    const end = text.slice(Math.max(0, at - 2), at);
    const isSentenceEnd = /[.!?]["')]?$/.test(end);
    const isTooEarly = !isSentenceEnd || Math.min(at, text.length - at - 1) < minSentenceLength;
    const middle = from + Math.round(((to - from) * at) / text.length);
    const isTooShort = Math.min(middle - from, to - middle) < minFrames;
    if (isTooShort || (isReadable && isTooEarly)) continue;
    const cost = Math.abs(at / text.length - 0.5) + (isSentenceEnd ? 0 : /[,;:]$/.test(end) ? 0.15 : 0.4);
    if (!best || cost < best.cost) best = { at, middle, cost };
  }
  if (!best) return undefined;
  const { at, middle } = best;
  return [
    { text: text.slice(0, at), from, to: middle },
    { text: text.slice(at + 1), from: middle, to },
  ];
}
