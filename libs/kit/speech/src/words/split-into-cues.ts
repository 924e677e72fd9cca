import type { Cue } from '@vault/webvtt';
import { framesPerSecond } from '../sound/loudness.ts';
import { breaksIn, endsSentence, widthOf } from './unspaced-scripts.ts';

const maxTextWidth = 84;
const maxFrames = 7 * framesPerSecond;
const minFrames = framesPerSecond / 2;
const minSentenceWidth = 25;

/** Part of a text and its frames, as indexes into the list of spoken frames (`to` is exclusive). */
interface Part {
  text: string;
  /** Where the text may be cut: at its spaces, and between the words of scripts without spaces. */
  breaks: readonly number[];
  from: number;
  to: number;
}

/**
 * Splits the text of one utterance into readable cues: one or more whole sentences where possible, at most 84 characters
 * (42 of Chinese or Japanese) and 7 s, otherwise cut at commas or between words. Time is divided by characters over the frames with sound, so
 * pauses take no time. A cue exceeds these limits only when a split would make a cue shorter than half a second.
 * @param spoken numbers of the frames with sound, rising
 */
export function splitIntoCues(text: string, spoken: readonly number[]): Cue[] {
  const trimmed = text.replace(/\s+/g, ' ').trim();
  if (trimmed === '' || spoken.length === 0) return [];
  const spaces = Array.from(trimmed.matchAll(/ /g), ({ index }) => index);
  const breaks = [...spaces, ...breaksIn(trimmed)].sort((one, other) => one - other);
  return divide({ text: trimmed, breaks, from: 0, to: spoken.length }, spoken).map((part) => ({
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
  return widthOf(part.text) <= maxTextWidth && frames <= maxFrames;
}

/** Finds the best cut near the middle. A readable part is cut only between two sentences of at least 25 characters. */
function findCut({ text, breaks, from, to }: Part, isReadable: boolean): [Part, Part] | undefined {
  let best: { at: number; middle: number; cost: number } | undefined;
  for (const at of breaks) {
    const end = text.slice(Math.max(0, at - 2), at);
    const isSentenceEnd = endsSentence(end);
    if (isReadable && (!isSentenceEnd || !isLongOnBothSides(text, at))) continue;
    const middle = from + Math.round(((to - from) * at) / text.length);
    if (Math.min(middle - from, to - middle) < minFrames) continue;
    const cost =
      Math.abs(at / text.length - 0.5) + (isSentenceEnd ? 0 : /[,;:，、；：]$/.test(end) ? 0.15 : 0.4);
    if (!best || cost < best.cost) best = { at, middle, cost };
  }
  if (!best) return undefined;
  const { at, middle } = best;
  const after = text[at] === ' ' ? at + 1 : at;
  const later = breaks.filter((place) => place > after).map((place) => place - after);
  return [
    { text: text.slice(0, at), breaks: breaks.filter((place) => place < at), from, to: middle },
    { text: text.slice(after), breaks: later, from: middle, to },
  ];
}

function isLongOnBothSides(text: string, at: number): boolean {
  // Only so many characters can decide it.
  const before = text.slice(Math.max(0, at - minSentenceWidth), at);
  const after = text.slice(at, at + minSentenceWidth + 1).trimStart();
  return Math.min(widthOf(before), widthOf(after)) >= minSentenceWidth;
}
