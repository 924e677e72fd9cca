import type { CaptionsDraft, PlacedCue } from '../cues/captions-draft.ts';
import { wordsIn } from '../cues/word-starts.ts';

/** As many lines are on the screen. */
const maxShown = 4;
/** Captions with a longer pause between them are said again. */
const pauseSeconds = 1;
/** Fewer repeats may be spoken. */
const minRolls = 2;
const minShare = 0.6;

interface Repeat {
  /** How many lines the caption before has shown. */
  readonly lines: number;
  /** Whether the last of them has more words now. */
  readonly hasGrown: boolean;
}

/**
 * Gives captions that roll up, as automatic and live ones do, each line once: where most captions begin with the lines of the
 * one before, only the new ones stay. @param cues in the order of their starts
 */
export function joinRepeats(cues: readonly PlacedCue[], draft: CaptionsDraft): readonly PlacedCue[] {
  const texts = cues.map(({ text }) => text.split('\n'));
  const repeats = cues.map((cue, at) => {
    const before = cues[at - 1];
    const isNext = before && before.speaker === cue.speaker && cue.start - before.end <= pauseSeconds;
    return isNext ? repeatOf(texts[at - 1] ?? [], texts[at] ?? []) : undefined;
  });
  const found = repeats.filter((repeat) => repeat !== undefined).length;
  const rolls = repeats.filter(
    (repeat, at) => repeat && (repeat.hasGrown || repeat.lines < (texts[at]?.length ?? 0)),
  );
  if (rolls.length < minRolls || found < minShare * (cues.length - 1)) return cues;
  draft.note(
    'changed',
    (cues[0]?.line ?? 1) - 1,
    'Captions repeat the lines of those before: each line is used once.',
  );
  const joined: PlacedCue[] = [];
  cues.forEach((cue, at) => {
    const last = joined.at(-1);
    const repeat = repeats[at];
    if (!last || !repeat) {
      joined.push(cue);
      return;
    }
    const fresh = withoutLines(cue, texts[at] ?? [], repeat.lines);
    const { wordStarts: _, ...grown } = last;
    const end = fresh ? Math.max(last.start, Math.min(last.end, cue.start)) : Math.max(last.end, cue.end);
    joined[joined.length - 1] = repeat.hasGrown
      ? {
          ...grown,
          text: withLastLine(last.text, texts[at]?.[repeat.lines - 1] ?? ''),
          end: Math.max(end, fresh ? end : cue.end),
        }
      : { ...last, end };
    if (fresh) joined.push(fresh);
  });
  return joined;
}

function repeatOf(before: readonly string[], lines: readonly string[]): Repeat | undefined {
  for (let count = Math.min(maxShown, before.length, lines.length); count > 0; count -= 1) {
    const from = before.length - count;
    const isSame = (at: number) => before[from + at] === lines[at];
    const areBefore = lines.slice(0, count - 1).every((_, at) => isSame(at));
    const hasGrown = (lines[count - 1] ?? '').startsWith(`${before.at(-1) ?? ''} `);
    if (areBefore && (isSame(count - 1) || hasGrown)) return { lines: count, hasGrown: !isSame(count - 1) };
  }
  return undefined;
}

/** @returns undefined where nothing is left */
function withoutLines(cue: PlacedCue, lines: readonly string[], count: number): PlacedCue | undefined {
  if (count >= lines.length) return undefined;
  const { wordStarts, ...rest } = cue;
  const words = wordsIn(lines.slice(0, count).join(' ')).length;
  return {
    ...{ ...rest, text: lines.slice(count).join('\n') },
    ...(wordStarts && { wordStarts: wordStarts.slice(words) }),
  };
}

function withLastLine(text: string, line: string): string {
  const at = text.lastIndexOf('\n');
  return text.slice(0, at + 1) + line;
}
