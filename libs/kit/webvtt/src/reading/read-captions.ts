import {
  CaptionsDraft,
  type CaptionsNote,
  type CaptionsProblem,
  type PlacedCue,
} from '../cues/captions-draft.ts';
import { normaliseCueText, normaliseSpeaker } from '../cues/cue-text.ts';
import type { Cue } from '../cues/cue.ts';
import { cutText } from './cut-text.ts';
import { foreignFormat } from './foreign-format.ts';
import { joinRepeats } from './join-repeats.ts';
import { isAss, readAssEvent } from './read-ass.ts';
import { readBlocks } from './read-blocks.ts';
import { readSpeakers } from './speaker-label.ts';
import { formatTimestamp } from '../cues/timestamp.ts';
import { secondsAt, wordsIn, wordStartsOf } from '../cues/word-starts.ts';

export interface CaptionsLimits {
  readonly maxCues: number;
  /** UTF-16 units of the text of one caption. */
  readonly maxTextLength: number;
  /** Where the video ends: captions may end two seconds later. Absent or 0: unknown. */
  readonly durationSeconds?: number;
}

export interface CaptionsFile {
  /** In the order of their starts; to be used only without problems. */
  readonly cues: readonly Cue[];
  /** Why the file cannot be used: no caption can be read, or it has too many; at most 50. */
  readonly problems: readonly CaptionsProblem[];
  /** What was not used as it stands, in the order of the lines; at most 200. */
  readonly warnings: readonly CaptionsNote[];
  /** How many lines were repaired or left out, also those that the warnings do not name. */
  readonly repaired: number;
  readonly leftOut: number;
}

const maxProblems = 50;
const maxNotes = 200;
const lateSeconds = 2;
/** How long a caption is shown whose end is unknown, at most. */
const shownSeconds = 5;

/**
 * Reads a WebVTT, SubRip, SBV or SubStation Alpha file that a person has, and repairs it as programs for subtitles do: a line
 * that is odd costs no other line, and each is named. Captions that repeat what the one before shows are joined, what is
 * after the end of the video is left out, captions are sorted, and labels of speakers are read. They may overlap.
 */
export function readCaptions(text: string, limits: CaptionsLimits): CaptionsFile {
  const lines = text
    .replace(/\ufeff/g, '')
    // Files that were saved twice in the wrong mode have it.
    .replaceAll('\r\r\n', '\n')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  const draft = new CaptionsDraft();
  if (isAss(lines)) readEvents(lines, draft);
  else readBlocks(lines, draft);
  const cues = finish(draft, limits);
  const { maxCues } = limits;
  if (cues.length === 0) return refused(problemsOf(draft, text));
  if (cues.length > maxCues) {
    const problem = `The file has more than ${maxCues.toLocaleString('en')} captions.`;
    return refused([{ line: cues[maxCues]?.line ?? 1, problem }]);
  }
  const { notes } = draft;
  return {
    cues: cues.map(({ line: _line, ...cue }) => cue),
    problems: [],
    warnings: notes.toSorted((one, other) => one.line - other.line).slice(0, maxNotes),
    repaired: draft.count('repaired'),
    leftOut: draft.count('left-out'),
  };
}

function refused(problems: readonly CaptionsProblem[]): CaptionsFile {
  return { cues: [], problems, warnings: [], repaired: 0, leftOut: 0 };
}

function problemsOf({ notes }: CaptionsDraft, text: string): readonly CaptionsProblem[] {
  const foreign = foreignFormat(text);
  if (foreign !== undefined) return [{ line: 1, problem: foreign }];
  const lost = notes
    .filter(({ kind }) => kind === 'left-out')
    .slice(0, maxProblems)
    .map(({ line, problem }) => ({ line, problem }));
  return lost.length > 0 ? lost : [{ line: 1, problem: 'There are no captions in this file.' }];
}

function readEvents(lines: readonly string[], draft: CaptionsDraft): void {
  lines.forEach((line, at) => {
    if (!line.startsWith('Dialogue:')) return;
    const { cue, name } = readAssEvent(line, true) ?? {};
    const text = normaliseCueText(cue?.text ?? '');
    if (!cue) draft.note('left-out', at, 'This event has no time.');
    else if (text !== '')
      draft.cues.push({ ...cue, text, ...(name && { speaker: normaliseSpeaker(name) }), line: at + 1 });
  });
}

/** Everything that concerns more than one line. */
function finish(draft: CaptionsDraft, limits: CaptionsLimits): PlacedCue[] {
  const sorted = sort(draft);
  const ended = sorted.map((cue, at) => withEnd(cue, sorted[at + 1]));
  const inside = ended.flatMap((cue) => within(cue, limits.durationSeconds ?? 0, draft));
  const spoken = readSpeakers(joinRepeats(inside, draft));
  return spoken.flatMap((cue) => pieces(withValidTimes(cue), limits.maxTextLength, draft));
}

function sort(draft: CaptionsDraft): readonly PlacedCue[] {
  const { cues } = draft;
  const early = cues.filter(({ start }, at) => start < (cues[at - 1]?.start ?? 0));
  const [first] = early;
  if (!first) return cues;
  const more = early.length > 1 ? `, as ${String(early.length - 1)} more` : '';
  draft.note(
    'changed',
    first.line - 1,
    `This caption starts before the one above it${more}: they were sorted.`,
  );
  return cues.toSorted((one, other) => one.start - other.start);
}

/** A caption whose end is unknown is shown until the next one. */
function withEnd(cue: PlacedCue, next: PlacedCue | undefined): PlacedCue {
  if (cue.end >= cue.start) return cue;
  const latest = cue.start + shownSeconds;
  return { ...cue, end: next && next.start > cue.start ? Math.min(next.start, latest) : latest };
}

function within(cue: PlacedCue, durationSeconds: number, draft: CaptionsDraft): PlacedCue[] {
  if (durationSeconds <= 0 || cue.end <= durationSeconds + lateSeconds) return [cue];
  const videoEnd = `the video, which ends at ${formatTimestamp(durationSeconds)}`;
  if (cue.start >= durationSeconds) {
    draft.note('left-out', cue.line - 1, `This caption starts after ${videoEnd}.`);
    return [];
  }
  draft.note('repaired', cue.line - 1, `This caption ends after ${videoEnd}: it was cut.`);
  return [{ ...cue, end: durationSeconds }];
}

function withValidTimes({ wordStarts: stamps, ...cue }: PlacedCue): PlacedCue {
  // A first word without a timestamp starts with its caption.
  const [first = NaN, ...more] = stamps ?? [];
  const wordStarts = stamps && wordStartsOf({ ...cue, wordStarts: [first || cue.start, ...more] });
  return { ...cue, ...(wordStarts && { wordStarts }) };
}

/** A caption that is too long for one, in parts that last as long as their words. */
function pieces(cue: PlacedCue, maxLength: number, draft: CaptionsDraft): PlacedCue[] {
  const { text, wordStarts, ...rest } = cue;
  if (text.length <= maxLength) return [cue];
  draft.note(
    'repaired',
    cue.line - 1,
    `This text has more than ${String(maxLength)} characters: it was divided.`,
  );
  const at = secondsAt(cue);
  const parts = partsOf(text, maxLength);
  let word = 0;
  return parts.map(({ from, to }, index) => {
    const part = text.slice(from, to);
    const next = parts[index + 1];
    const starts = wordStarts?.slice(word, (word += wordsIn(part).length));
    const piece = { ...rest, text: part, start: at(from), end: next ? at(next.from) : cue.end };
    return withValidTimes({ ...piece, ...(starts && { wordStarts: starts }) });
  });
}

/** Parts of at most a length, which begin and end with words. */
function partsOf(text: string, maxLength: number): { from: number; to: number }[] {
  const parts: { from: number; to: number }[] = [];
  for (const { 0: run, index } of text.matchAll(/\S+/g)) {
    const last = parts.at(-1);
    const end = index + run.length;
    if (last && end - last.from <= maxLength) last.to = end;
    else
      // A run without spaces may be longer than a part.
      for (let from = index; from < end;) {
        const to = Math.min(from + cutText(text.slice(from, from + 2 * maxLength), maxLength).length, end);
        parts.push({ from, to });
        from = to;
      }
  }
  return parts;
}
