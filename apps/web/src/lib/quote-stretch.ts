import { foldText } from '@vault/contracts';
import type { Cue } from '@vault/webvtt';

/** Where a quote is heard, in seconds, and whose words it is; an empty speaker is not known. */
export interface QuoteStretch {
  readonly from: number;
  readonly to: number;
  readonly speaker: string;
}

/** A time code stands so many seconds before its words begin. */
const leadSeconds = 2;
/** How fast people speak, for words that were edited and are in no transcript. */
const wordsPerSecond = 2.5;

const wordsOf = (text: string): readonly string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * From a quote's time to the end of the last line that its words are in.
 * @param from its time, in seconds; of several places with these words the nearest counts
 */
export function quoteStretch(text: string, from: number, cues: readonly Cue[]): QuoteStretch {
  const wanted = wordsOf(text);
  const said = cues.flatMap((cue) => wordsOf(cue.text).map((word) => ({ word, cue })));
  const ofStart = (at: number) => Math.abs((said[at]?.cue.start ?? Infinity) - from);
  const place = said
    .flatMap((_each, at) => (wanted.every((word, n) => said[at + n]?.word === word) ? [at] : []))
    .reduce((best, at) => (ofStart(at) < ofStart(best) ? at : best), -1);
  const [first, last] = [said[place]?.cue, said[place + wanted.length - 1]?.cue];
  if (!first || !last || wanted.length === 0)
    return { from, to: from + leadSeconds + wanted.length / wordsPerSecond, speaker: '' };
  return { from: Math.min(from, first.start), to: last.end, speaker: first.speaker ?? '' };
}
