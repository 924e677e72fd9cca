import type { Cue } from '@vault/webvtt';
import { changesBetween } from './line-changes.ts';

/** What people have done to a transcript. */
export interface WorkOfPeople {
  /** Lines with other words or times than recognised or uploaded. */
  readonly corrected: number;
  /** Lines with another speaker. */
  readonly named: number;
}

const withoutSpeaker = ({ start, end, text }: Cue): Cue => ({ start, end, text });

/** @param before the lines as they were recognised or uploaded */
export function workOfPeople(before: readonly Cue[], lines: readonly Cue[]): WorkOfPeople {
  const changes = changesBetween(before.map(withoutSpeaker), lines.map(withoutSpeaker));
  const speakers = new Map(before.map(({ start, speaker }) => [start, speaker]));
  return {
    corrected: changes.reduce((sum, change) => sum + Math.max(change.before.length, change.after.length), 0),
    named: lines.filter(({ start, speaker }) => speaker !== undefined && speakers.get(start) !== speaker)
      .length,
  };
}
