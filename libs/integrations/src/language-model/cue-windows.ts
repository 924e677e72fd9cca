import { lengthOf, type NumberedCue } from './numbered-cues.ts';

/** Characters of one window: some twenty minutes of talk, and a few thousand tokens. */
export const windowLength = 24_000;
/** Characters that two neighbours share, so that no topic begins unseen at a seam. */
const overlapLength = 1_600;
/** More than is said in any webinar that is taken, in some two dozen windows; a transcript beyond is not sent. */
export const maxTranscriptLength = 500_000;

/** A run of cues that one request is about. */
export interface CueWindow {
  readonly cues: readonly NumberedCue[];
  /** Chapters may open at numbers from here... */
  readonly from: number;
  /** ...up to, not including, here. The rest belongs to the neighbours. */
  readonly to: number;
}

/** Cuts a transcript into windows of like length that overlap; seams lie in the middle of overlaps. */
export function cutWindows(cues: readonly NumberedCue[], length = windowLength): CueWindow[] {
  const total = lengthOf(cues);
  const count = Math.max(1, Math.ceil((total - overlapLength) / (length - overlapLength)));
  const step = (total - overlapLength) / count;
  const runs = Array.from({ length: count }, () => [] as NumberedCue[]);
  const seams = Array.from({ length: count }, () => Infinity);
  let at = 0;
  for (const cue of cues) {
    runs.forEach((run, index) => {
      const isBehindStart = index === 0 || at >= index * step;
      const isBeforeEnd = index === count - 1 || at < (index + 1) * step + overlapLength;
      if (isBehindStart && isBeforeEnd) run.push(cue);
      if (index > 0 && at >= index * step + overlapLength / 2)
        seams[index] = Math.min(seams[index] ?? Infinity, cue.number);
    });
    at += cue.line.length + 1;
  }
  return runs
    .map((run, index) => ({
      cues: run,
      from: index === 0 ? 0 : (seams[index] ?? 0),
      to: seams[index + 1] ?? Infinity,
    }))
    .filter((window) => window.cues.length > 0);
}
