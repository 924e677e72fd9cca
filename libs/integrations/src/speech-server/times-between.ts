import type { TextSegment } from '@vault/speech';

/** A text with the times that a server tells, in seconds of what was sent. */
export interface Untimed {
  readonly text: string;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/**
 * The same texts with times in the recording. Where a time is missing, or an end is before its start, it lies between the
 * known ones around it, in proportion to the characters.
 * @param piece seconds of the recording that were sent
 * @param maxSecondsPerCharacter a missing time is no further than this from its neighbours
 */
export function timesBetween(
  texts: readonly Untimed[],
  piece: { readonly start: number; readonly end: number },
  maxSecondsPerCharacter = 3_600,
): TextSegment[] {
  /** Two for each text: where it begins and ends, as the number of characters before, and the time if it is known. */
  const bounds: { readonly place: number; time: number | undefined }[] = [];
  let place = 0;
  for (const { text, start, end } of texts) {
    bounds.push({ place, time: start });
    place += text.length;
    const isBefore = start !== undefined && end !== undefined && end < start;
    bounds.push({ place, time: isBefore ? undefined : end });
  }
  let known = { place: 0, time: 0 };
  for (let at = 0; at < bounds.length;) {
    const { time } = bounds[at] ?? {};
    if (time !== undefined) {
      known = { place: bounds[at]?.place ?? 0, time };
      at += 1;
      continue;
    }
    let next = at;
    while (next < bounds.length && bounds[next]?.time === undefined) next += 1;
    const after = bounds[next];
    const last = { place: after?.place ?? place, time: after?.time ?? piece.end - piece.start };
    for (const bound of bounds.slice(at, next))
      bound.time = timeAt(bound.place, known, last, { maxSecondsPerCharacter, isFirst: at === 0 });
    at = next;
  }
  return texts.map(({ text }, at) => ({
    text,
    start: piece.start + (bounds[2 * at]?.time ?? 0),
    end: piece.start + (bounds[2 * at + 1]?.time ?? 0),
  }));
}

interface Known {
  readonly place: number;
  readonly time: number;
}

/** @param how.isFirst whether nothing is known before, so that the time is nearer to the one after */
function timeAt(
  place: number,
  before: Known,
  after: Known,
  how: { readonly maxSecondsPerCharacter: number; readonly isFirst: boolean },
): number {
  const length = after.place - before.place;
  const share = length > 0 ? (place - before.place) / length : 0;
  const time = before.time + share * Math.max(0, after.time - before.time);
  const least = after.time - (after.place - place) * how.maxSecondsPerCharacter;
  const most = before.time + (place - before.place) * how.maxSecondsPerCharacter;
  return how.isFirst ? Math.max(time, least) : Math.min(time, most);
}
