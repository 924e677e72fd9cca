import { visibleLine } from '@vault/contracts';
import type { SpokenCue } from './text-writer.ts';

/** A cue as a model sees it. Models refer to numbers; they do not get the times of the recording. */
export interface NumberedCue {
  readonly number: number;
  readonly cue: SpokenCue;
  /** `[12] Ann: words`, on one line, so that no spoken text can end the data or start another message. */
  readonly line: string;
}

/** Cues are usually a few words; only the start of a longer one is sent. */
const maxLineLength = 2_000;
const maxNameLength = 60;

/** Numbers the cues from 1, in order; cues without words are omitted. Speakers are named where they change. */
export function numberCues(cues: readonly SpokenCue[]): NumberedCue[] {
  let speaker: string | undefined;
  return cues.flatMap((cue, index) => {
    const words = visibleLine(cue.text).slice(0, maxLineLength).toWellFormed();
    if (words === '') return [];
    const name =
      cue.speaker === speaker
        ? ''
        : visibleLine(cue.speaker ?? '')
            .slice(0, maxNameLength)
            .toWellFormed();
    speaker = cue.speaker;
    const number = index + 1;
    return [{ number, cue, line: `[${String(number)}] ${name === '' ? '' : `${name}: `}${words}` }];
  });
}

/** Total length of the lines with their line ends, in characters. */
export function lengthOf(cues: readonly NumberedCue[]): number {
  return cues.reduce((sum, { line }) => sum + line.length + 1, 0);
}

/**
 * A sample of cues that are too long to be sent: the beginnings of twelve equal parts.
 *
 * @param maxLength characters
 */
export function sampleCues(cues: readonly NumberedCue[], maxLength: number): NumberedCue[] {
  const length = lengthOf(cues);
  if (length <= maxLength) return [...cues];
  const parts = 12;
  const numbered: NumberedCue[] = [];
  let [before, partLength, part] = [0, 0, 0];
  for (const cue of cues) {
    const own = Math.min(parts - 1, Math.floor((parts * before) / length));
    if (own !== part) [part, partLength] = [own, 0];
    before += cue.line.length + 1;
    partLength += cue.line.length + 1;
    if (partLength <= maxLength / parts) numbered.push(cue);
  }
  return numbered;
}
