import type { PlannedPiece, PlannedUtterance } from '@vault/speech';

/** Frames of 20 ms, as plans count. */
const framesPerSecond = 50;

/**
 * Cuts a piece between its utterances into parts of at most so many seconds, or one utterance if that is longer: 12 s.
 * @returns the piece itself when it is short enough
 */
export function partsOf(piece: PlannedPiece, maxSeconds: number): PlannedPiece[] {
  if (piece.end - piece.start <= maxSeconds || piece.utterances.length <= 1) return [piece];
  const runs: PlannedUtterance[][] = [];
  for (const utterance of piece.utterances) {
    const run = runs.at(-1);
    const isLonger = utterance.end - (run?.[0]?.start ?? 0) > maxSeconds * framesPerSecond;
    if (!run || isLonger) runs.push([utterance]);
    else run.push(utterance);
  }
  return runs.map((utterances) => ({
    start: (utterances[0]?.start ?? 0) / framesPerSecond,
    end: (utterances.at(-1)?.end ?? 0) / framesPerSecond,
    utterances,
  }));
}
