import { cutText } from '@vault/webvtt';
import type { Cue } from '@vault/webvtt';
import { plainLine } from './plain-line.ts';

/** Longer texts are shortened: a screen has no room for them. */
const maxTextCharacters = 500;
/** Events of an animation that follow each other within this time and have the same text are one cue. */
const sameWithinSeconds = 0.1;
/** A pause between cues up to this length counts as covered. */
const pauseSeconds = 5;

/**
 * Makes captions of decoded subtitles: inside the recording, in the order of their times, without markup, and never two
 * at once.
 *
 * @param duration of the recording in seconds
 */
export function tidyCues(cues: readonly Cue[], duration: number): Cue[] {
  const tidy: Cue[] = [];
  const inside = cues
    .map(({ start, end, text, ...rest }) => ({
      ...rest,
      start: Math.max(0, start),
      end: Math.min(duration, end),
      text: plainText(text),
    }))
    .filter(({ start, end, text }) => end > start && text !== '')
    .sort((a, b) => a.start - b.start || a.end - b.end);
  for (const cue of inside) {
    const before = tidy.at(-1);
    if (before === undefined) tidy.push(cue);
    else if (cue.text === before.text && cue.start - before.end <= sameWithinSeconds) {
      before.end = Math.max(before.end, cue.end);
    } else if (cue.start === before.start) {
      before.text = cutText(`${before.text}\n${cue.text}`, maxTextCharacters);
      before.end = Math.max(before.end, cue.end);
    } else {
      before.end = Math.min(before.end, cue.start);
      tidy.push(cue);
    }
  }
  return tidy;
}

/** Returns the share of a recording during which cues are shown or pause shortly. */
export function coverageOf(cues: readonly Cue[], duration: number): number {
  let covered = 0;
  for (const [index, { start, end }] of cues.entries()) {
    covered += Math.min(end + pauseSeconds, cues[index + 1]?.start ?? duration) - start;
  }
  return duration > 0 ? covered / duration : 0;
}

function plainText(text: string): string {
  const lines = text
    .slice(0, 4 * maxTextCharacters)
    .replace(/<\/?[a-z][^<>\n]*>/gi, '')
    .split('\n')
    .map((line) => plainLine(line, maxTextCharacters));
  return cutText(lines.filter((line) => line !== '').join('\n'), maxTextCharacters);
}
