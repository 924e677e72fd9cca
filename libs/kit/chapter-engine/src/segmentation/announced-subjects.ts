import { findAnnouncement } from '../transcript/announcement.ts';
import type { Transcript } from '../transcript/transcript.ts';

/** The share of the mentions of a subject that must be in its own part. */
const minOwnShare = 0.5;
/** How much the log-odds of an opening weigh against the share of the mentions. */
const logOddsWeight = 0.02;

interface Choice {
  readonly value: number;
  /** Cue indexes, rising. */
  readonly openings: readonly number[];
}

/**
 * The cues where a speaker takes up the subjects that were announced at the start, when they come in this order: the
 * parts that contain most mentions of their subjects.
 *
 * @param logits the log-odds that each cue opens a chapter
 * @param minSeconds between two openings, and to the start and the end
 * @returns cue indexes, rising; none without an announcement
 */
export const announcedOpenings = (
  transcript: Transcript,
  logits: Float64Array,
  minSeconds: number,
): number[] => {
  const announcement = findAnnouncement(transcript);
  if (!announcement) return [];
  const { after, subjects } = announcement;
  const { cues, duration } = transcript;
  const startOf = (cue: number): number => cues[cue]?.start ?? duration;
  const shareAt = (subject: number, cue: number): number => subjects[subject]?.saidBefore[cue] ?? 0;
  // For each cue: the best openings of the subjects from one on, when that one opens there or later.
  let best: (Choice | undefined)[] = new Array<undefined>(cues.length + 1);
  for (let subject = subjects.length - 1; subject >= 0; subject--) {
    const choices: (Choice | undefined)[] = new Array<undefined>(cues.length + 1);
    let next = cues.length;
    for (let cue = cues.length - 1; cue >= after; cue--) {
      while (next > cue && startOf(next - 1) >= startOf(cue) + minSeconds) next--;
      const isLast = subject === subjects.length - 1;
      const rest = isLast ? { value: 0, openings: [] } : best[next];
      let choice = choices[cue + 1];
      if (rest && startOf(cue) + minSeconds <= duration) {
        const ends = shareAt(subject - 1, cue) - shareAt(subject, cue);
        const value = rest.value + ends + logOddsWeight * (logits[cue] ?? 0);
        if (!choice || value > choice.value) choice = { value, openings: [cue, ...rest.openings] };
      }
      choices[cue] = choice;
    }
    best = choices;
  }
  const openings = best[after]?.openings ?? [];
  const isClear = openings.every(
    (cue, i) => shareAt(i, openings[i + 1] ?? cues.length) - shareAt(i, cue) >= minOwnShare,
  );
  return isClear ? openings.filter((cue) => startOf(cue) >= minSeconds) : [];
};
