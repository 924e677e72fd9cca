import type { Cue } from '@vault/webvtt';
import { FRAMES_PER_SECOND } from './loudness.ts';

const LONGEST_TEXT = 84;
const LONGEST_FRAMES = 7 * FRAMES_PER_SECOND;
const LEAST_FRAMES = FRAMES_PER_SECOND / 2;
const LEAST_SENTENCE = 25;

/** Part of a text and the frames, as positions in the list of spoken frames, in which it is said. */
interface Part {
  text: string;
  from: number;
  to: number;
}

/**
 * Turns the text of one piece into readable cues: one or more whole sentences where possible, at most 84 characters and
 * 7 s, cut at commas or between words otherwise. Time is shared out by characters over the frames that hold sound, so
 * pauses cost nothing. A cue is longer only when its text would otherwise flash by in less than half a second.
 * @param spoken frame numbers that hold sound, rising; not empty
 */
export function placeCues(text: string, spoken: readonly number[]): Cue[] {
  const trimmed = text.replace(/\s+/g, ' ').trim();
  if (trimmed === '' || spoken.length === 0) return [];
  return divide({ text: trimmed, from: 0, to: spoken.length }, spoken).map((part) => ({
    ...timesOf(part, spoken),
    text: part.text,
  }));
}

function timesOf({ from, to }: Part, spoken: readonly number[]): { start: number; end: number } {
  return {
    start: (spoken[from] ?? 0) / FRAMES_PER_SECOND,
    end: ((spoken[to - 1] ?? 0) + 1) / FRAMES_PER_SECOND,
  };
}

function divide(part: Part, spoken: readonly number[]): Part[] {
  const cut = findCut(part, isReadable(part, spoken));
  return cut ? [...divide(cut[0], spoken), ...divide(cut[1], spoken)] : [part];
}

function isReadable(part: Part, spoken: readonly number[]): boolean {
  const frames = (spoken[part.to - 1] ?? 0) + 1 - (spoken[part.from] ?? 0);
  return part.text.length <= LONGEST_TEXT && frames <= LONGEST_FRAMES;
}

/** The best place near the middle; what is readable already is cut only between two sentences of some length. */
function findCut(part: Part, isReadable: boolean): [Part, Part] | undefined {
  let best: { cut: [Part, Part]; cost: number } | undefined;
  for (let at = part.text.indexOf(' '); at !== -1; at = part.text.indexOf(' ', at + 1)) {
    const head = part.text.slice(0, at);
    const isSentenceEnd = /[.!?]["')]?$/.test(head);
    const isTooEarly = !isSentenceEnd || Math.min(at, part.text.length - at - 1) < LEAST_SENTENCE;
    if (isReadable && isTooEarly) continue;
    const cost =
      Math.abs(at / part.text.length - 0.5) + (isSentenceEnd ? 0 : /[,;:]$/.test(head) ? 0.15 : 0.4);
    const cut = cutAt(part, at);
    if (cut && (!best || cost < best.cost)) best = { cut, cost };
  }
  return best?.cut;
}

function cutAt({ text, from, to }: Part, at: number): [Part, Part] | undefined {
  const middle = from + Math.round(((to - from) * at) / text.length);
  if (middle - from < LEAST_FRAMES || to - middle < LEAST_FRAMES) return undefined;
  return [
    { text: text.slice(0, at), from, to: middle },
    { text: text.slice(at + 1), from: middle, to },
  ];
}
