import { lengthOf, type NumberedCue } from './numbered-cues.ts';

/** Characters of one window: about twenty minutes of talk, and a few thousand tokens. */
export const windowLength = 24_000;
/** Characters that two adjacent windows share, so that a topic that begins at their boundary is found. */
const overlapLength = 1_600;
/** Longer than the transcript of any accepted webinar, about two dozen windows; a longer one is not sent. */
export const maxTranscriptLength = 500_000;

/** The consecutive cues of one request. */
export interface CueWindow {
  readonly cues: readonly NumberedCue[];
  /** Number of the first cue at which a chapter of this window may begin. */
  readonly from: number;
  /** Exclusive end of these numbers. The rest belongs to the adjacent windows. */
  readonly to: number;
}

/** Cuts a transcript into overlapping windows of similar length; boundaries lie in the middle of overlaps. */
export function cutWindows(cues: readonly NumberedCue[], length = windowLength): CueWindow[] {
  const total = lengthOf(cues);
  const overlap = Math.min(overlapLength, length / 5);
  const count = Math.max(1, Math.ceil((total - overlap) / (length - overlap)));
  const step = (total - overlap) / count;
  const runs = Array.from({ length: count }, () => [] as NumberedCue[]);
  const boundaries = Array.from({ length: count }, () => Infinity);
  let at = 0;
  for (const cue of cues) {
    runs.forEach((run, index) => {
      const isBehindStart = index === 0 || at >= index * step;
      const isBeforeEnd = index === count - 1 || at < (index + 1) * step + overlap;
      if (isBehindStart && isBeforeEnd) run.push(cue);
      if (index > 0 && at >= index * step + overlap / 2)
        boundaries[index] = Math.min(boundaries[index] ?? Infinity, cue.number);
    });
    at += cue.line.length + 1;
  }
  return runs
    .map((run, index) => ({
      cues: run,
      from: index === 0 ? 0 : (boundaries[index] ?? 0),
      to: boundaries[index + 1] ?? Infinity,
    }))
    .filter((window) => window.cues.length > 0);
}
