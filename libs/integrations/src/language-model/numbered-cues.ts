import { seenLine } from '@vault/contracts';
import type { SpokenCue } from './text-writer.ts';

/** A cue as a model sees it. Models name numbers; the times of a recording are none of their business. */
export interface NumberedCue {
  readonly number: number;
  readonly cue: SpokenCue;
  /** `[12] Ann: words`, on one line: nothing that is said can end the data or open another message. */
  readonly line: string;
}

/** A cue is a few words; one that is longer than any is no reason to send all of it. */
const maxLineLength = 2_000;
const maxNameLength = 60;

/** Numbers the cues from 1, in their order; those without words are left out. Speakers are named where they change. */
export function numberCues(cues: readonly SpokenCue[]): NumberedCue[] {
  let speaker: string | undefined;
  return cues.flatMap((cue, index) => {
    const words = seenLine(cue.text).slice(0, maxLineLength).toWellFormed();
    if (words === '') return [];
    const name =
      cue.speaker === speaker
        ? ''
        : seenLine(cue.speaker ?? '')
            .slice(0, maxNameLength)
            .toWellFormed();
    speaker = cue.speaker;
    const number = index + 1;
    return [{ number, cue, line: `[${String(number)}] ${name === '' ? '' : `${name}: `}${words}` }];
  });
}

/** Characters of the lines together, line ends included. */
export function lengthOf(cues: readonly NumberedCue[]): number {
  return cues.reduce((sum, { line }) => sum + line.length + 1, 0);
}

/**
 * Cues from all over a stretch that is too long to be sent: the beginnings of equal parts.
 *
 * @param most characters
 */
export function thinOut(cues: readonly NumberedCue[], most: number): NumberedCue[] {
  const length = lengthOf(cues);
  if (length <= most) return [...cues];
  const parts = 12;
  const kept: NumberedCue[] = [];
  let [before, taken, part] = [0, 0, 0];
  for (const cue of cues) {
    const own = Math.min(parts - 1, Math.floor((parts * before) / length));
    if (own !== part) [part, taken] = [own, 0];
    before += cue.line.length + 1;
    taken += cue.line.length + 1;
    if (taken <= most / parts) kept.push(cue);
  }
  return kept;
}
