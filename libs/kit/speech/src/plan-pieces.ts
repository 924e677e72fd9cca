import { framesPerSecond } from './sound/loudness.ts';
import type { PlannedPiece, PlannedUtterance } from './transcriber.ts';

/** The usual length of a piece: long enough that loading the model costs little, short enough to share the work. */
export const usualPieceSeconds = 300;

/**
 * Groups consecutive utterances into pieces of about `pieceSeconds`: a piece ends at the longest pause between three and
 * five quarters of that length, and is shorter only before a silence that covers all of these. The last one has up to
 * one and a half lengths. A seam lies between two utterances, so it cannot change what is recognised.
 * @param utterances in order, each with at least one spoken frame
 * @returns pieces in order; one when they last at most twice `pieceSeconds`, none without utterances
 */
export function planPieces(utterances: PlannedUtterance[], pieceSeconds = usualPieceSeconds): PlannedPiece[] {
  if (secondsBetween(utterances.at(0), utterances.at(-1)) <= 2 * pieceSeconds)
    return utterances.length === 0 ? [] : [toPiece(utterances)];
  const pieces: PlannedPiece[] = [];
  let from = 0;
  while (
    from + 1 < utterances.length &&
    secondsBetween(utterances[from], utterances.at(-1)) > 1.5 * pieceSeconds
  ) {
    const to = findSeam(utterances, from, pieceSeconds);
    pieces.push(toPiece(utterances.slice(from, to)));
    from = to;
  }
  return [...pieces, toPiece(utterances.slice(from))];
}

/** The number of the first utterance after the seam. */
function findSeam(utterances: PlannedUtterance[], from: number, pieceSeconds: number): number {
  let best = { at: from + 1, pause: -1 };
  for (let at = from + 1; at < utterances.length; at += 1) {
    const length = secondsBetween(utterances[from], utterances[at - 1]);
    if (length > 1.25 * pieceSeconds) break;
    const pause = pauseBefore(utterances, at);
    if (length < 0.75 * pieceSeconds) best = { at, pause: -1 };
    else if (pause > best.pause) best = { at, pause };
  }
  return best.at;
}

/** The frames without sound between an utterance and the one before. */
function pauseBefore(utterances: PlannedUtterance[], at: number): number {
  const [start = 0] = utterances[at]?.spoken[0] ?? [];
  const [, end = 0] = utterances[at - 1]?.spoken.at(-1) ?? [];
  return start - end;
}

function secondsBetween(first: PlannedUtterance | undefined, last: PlannedUtterance | undefined): number {
  return ((last?.end ?? 0) - (first?.start ?? 0)) / framesPerSecond;
}

function toPiece(utterances: PlannedUtterance[]): PlannedPiece {
  return {
    start: (utterances.at(0)?.start ?? 0) / framesPerSecond,
    end: (utterances.at(-1)?.end ?? 0) / framesPerSecond,
    utterances,
  };
}
