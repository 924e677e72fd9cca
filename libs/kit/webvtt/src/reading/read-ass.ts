import type { Cue } from '../cues/cue.ts';

const timePattern = String.raw`(\d+):(\d\d):(\d\d\.\d\d)`;
/** An event with its nine fields before the text. */
const dialoguePattern = new RegExp(
  String.raw`^Dialogue:[^,]*,${timePattern},${timePattern},[^,]*,([^,]*),(?:[^,]*,){4}(.*)$`,
);
/** An override block, an escaped bracket, a line break or space, or text. */
const partPattern = /\{([^}]*)\}|\\([{}])|\\([Nnh])|([^{\\]+|[^])/g;
/** The same where no block can end: brackets are text. */
const lastPartPattern = /(?!)()|\\([{}])|\\([Nnh])|([^\\]+|[^])/g;

/** Whether lines are those of a file of (Advanced) SubStation Alpha. */
export function isAss(lines: readonly string[]): boolean {
  return (
    lines.some((line) => line.startsWith('Dialogue:')) && lines.some((line) => /^\s*\[Events\]/i.test(line))
  );
}

/**
 * Reads the events of an ASS file, without styles, positions and drawings.
 *
 * @param hasComments whether text in brackets is a comment, as in ASS itself, not words of a format that was converted
 */
export function readAss(text: string, hasComments: boolean): Cue[] {
  return text.split(/\r?\n/).flatMap((line) => readAssEvent(line, hasComments)?.cue ?? []);
}

/** A line of an ASS file, as {@link readAss}, and the name of who speaks. @returns undefined for a line of another kind */
export function readAssEvent(line: string, hasComments: boolean): { cue: Cue; name: string } | undefined {
  const [, hours, minutes, seconds, endHours, endMinutes, endSeconds, name = '', words] =
    dialoguePattern.exec(line) ?? [];
  if (words === undefined) return undefined;
  const start = toSeconds(hours, minutes, seconds);
  const end = toSeconds(endHours, endMinutes, endSeconds);
  return { cue: { start, end, text: plainWords(words, hasComments) }, name: name.trim() };
}

function toSeconds(hours = '', minutes = '', seconds = ''): number {
  return 3600 * Number(hours) + 60 * Number(minutes) + Number(seconds);
}

function plainWords(text: string, hasComments: boolean): string {
  let plain = '';
  let isDrawing = false;
  // Else each bracket would be read to the end of the text.
  const lastEnd = text.lastIndexOf('}') + 1;
  const parts = [
    ...text.slice(0, lastEnd).matchAll(partPattern),
    ...text.slice(lastEnd).matchAll(lastPartPattern),
  ];
  for (const [, override, bracket, space, words] of parts) {
    if (override !== undefined) {
      const mode = /^[^]*\\p(\d)/.exec(override)?.[1];
      if (mode !== undefined) isDrawing = mode !== '0';
      if (!hasComments && !override.includes('\\')) plain += `{${override}}`;
    } else if (bracket !== undefined) plain += bracket;
    else if (space !== undefined) plain += space === 'N' ? '\n' : ' ';
    else if (!isDrawing) plain += words ?? '';
  }
  return plain;
}
