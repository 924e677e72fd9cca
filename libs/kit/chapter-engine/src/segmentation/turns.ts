import { entryAt } from '../language/entry-at.ts';
import type { Cue } from '../transcript/cue.ts';
import type { Transcript } from '../transcript/transcript.ts';

/** The turns of the speakers; a recording without speakers is one turn. */
interface Turns {
  /** Seconds of the turn each cue belongs to, of the turn before that one, and of the one after it. */
  readonly here: Float64Array;
  readonly before: Float64Array;
  readonly after: Float64Array;
}

/** Measures the turns of the speakers. */
export const readTurns = (cues: readonly Cue[]): Turns => {
  const here = new Float64Array(cues.length);
  const before = new Float64Array(cues.length);
  const after = new Float64Array(cues.length);
  let previous = { from: 0, to: 0, length: 0 };
  for (let from = 0; from < cues.length;) {
    let to = from + 1;
    while (to < cues.length && entryAt(cues, to).speaker === entryAt(cues, from).speaker) to++;
    const length = Math.max(0, entryAt(cues, to - 1).end - entryAt(cues, from).start);
    here.fill(length, from, to);
    before.fill(previous.length, from, to);
    after.fill(length, previous.from, previous.to);
    previous = { from, to, length };
    from = to;
  }
  return { here, before, after };
};

/** For each cue the share of words of other speakers: hosts speak less, and introduce the topics. */
export const speakerQuietness = ({ cues, wordCounts }: Transcript): Float64Array => {
  const spoken = new Map<string | undefined, number>();
  let total = 0;
  for (const [i, { speaker }] of cues.entries()) {
    spoken.set(speaker, (spoken.get(speaker) ?? 0) + (wordCounts[i] ?? 0));
    total += wordCounts[i] ?? 0;
  }
  return Float64Array.from(cues, ({ speaker }) => 1 - (spoken.get(speaker) ?? 0) / Math.max(1, total));
};
