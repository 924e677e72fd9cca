import {
  AppError,
  formatTimeCode,
  speakerNameLimit,
  speakersPerVideoLimit,
  typedLine,
  type TranscriptChange,
} from '@vault/contracts';
import type { Cue } from '../chapters/chapter.ts';
import { LinesByStart } from './lines-by-start.ts';
import { RunFinder } from '../chapters/run-finder.ts';
import { isSameLine } from './transcript-overlay.ts';

/** Lines that replace others; both are indexes into their whole lists, the second one exclusive. */
export interface ChangedSpan {
  readonly before: readonly [from: number, to: number];
  readonly after: readonly [from: number, to: number];
}

export interface EditedTranscript {
  readonly lines: readonly Cue[];
  /** In the order of the transcript. */
  readonly spans: readonly ChangedSpan[];
}

/** What decides which lines a person may write. */
export interface EditLimits {
  /** What these lines have, other lines may have again: an edit can be undone. */
  readonly recognised: readonly Cue[];
  /** 0: unknown. */
  readonly durationSeconds: number;
}

/** A change whose lines were found. */
interface LocatedChange {
  /** Index of the first line. */
  readonly first: number;
  readonly replaced: readonly Cue[];
  readonly lines: readonly Cue[];
}

/** The shortest time that a line is shown, in seconds. */
const minSeconds = 0.1;
const maxTextLines = 2;
/** Where the duration is unknown. */
const longestSeconds = 100 * 3_600;

/**
 * Applies the changes of a person to the present lines, all or none. Hosts have lines that overlap or are very short:
 * their times may stay and come back, though new lines may not have such times.
 * @param present in the order of their starts
 * @throws {AppError} `conflict` when the lines of a change are not there; `invalid-input` with a sentence that names the line
 */
export function editTranscript(
  present: readonly Cue[],
  changes: readonly TranscriptChange[],
  limits: EditLimits,
): EditedTranscript {
  const located = locate(present, changes);
  const lines: Cue[] = [];
  const spans: ChangedSpan[] = [];
  let next = 0;
  for (const { first, replaced, lines: own } of located) {
    lines.push(...present.slice(next, first));
    next = first + replaced.length;
    spans.push({ before: [first, next], after: [lines.length, lines.length + own.length] });
    lines.push(...own);
  }
  lines.push(...present.slice(next));
  const recognised = new RecognisedFacts(limits.recognised);
  const bounds = { recognised, videoEnd: videoEndOf(limits) };
  spans.forEach(({ after: [from, to] }, index) => {
    const replaced = factsOf(located[index]?.replaced ?? []);
    for (let at = from; at < to; at += 1) checkLine(lines, at, replaced, bounds);
    if (from < to) checkNextStart(lines, to);
  });
  checkSpeakers(present, lines, limits);
  return { lines, spans };
}

/**
 * Gives all lines of one speaker to another. An empty name is that of lines without a speaker.
 * @throws {AppError} `invalid-input` for more speakers than a video may have
 */
export function renameSpeaker(
  present: readonly Cue[],
  { from, to }: { readonly from: string; readonly to: string },
  limits: EditLimits,
): EditedTranscript {
  const spans: ChangedSpan[] = [];
  const name = typedLine(to);
  const lines = present.map(({ speaker = '', ...line }, index): Cue => {
    const isRenamed = speaker === from && speaker !== name;
    if (isRenamed) spans.push({ before: [index, index + 1], after: [index, index + 1] });
    const own = isRenamed ? name : speaker;
    return own === '' ? line : { ...line, speaker: own };
  });
  checkSpeakers(present, lines, limits);
  return { lines, spans };
}

/** Names that captions have already may be longer and more. */
function checkSpeakers(present: readonly Cue[], lines: readonly Cue[], { recognised }: EditLimits): void {
  const namesIn = (some: readonly Cue[]) => some.flatMap(({ speaker }) => speaker ?? []);
  const existing = new Set(namesIn([...present, ...recognised]));
  const names = new Set(namesIn(lines));
  const added = [...names].filter((name) => !existing.has(name));
  if (added.some((name) => name.length > speakerNameLimit))
    refuse(`The name of a speaker has at most ${String(speakerNameLimit)} characters.`);
  if (added.length > 0 && names.size > speakersPerVideoLimit)
    refuse(`A video has at most ${String(speakersPerVideoLimit)} speakers.`);
}

/** The changes in the order of the transcript. */
function locate(present: readonly Cue[], changes: readonly TranscriptChange[]): LocatedChange[] {
  const named = changes.map(({ before }) => before.map(toLine));
  const starts = new Set(named.flat().map(({ start }) => start));
  const keys = present.map((line) => (starts.has(line.start) ? keyOf(toLine(line)) : undefined));
  const places = new RunFinder(named.map((lines) => lines.map(keyOf))).firstPlaces(keys);
  const located = changes.map(({ before, after }, index): LocatedChange => {
    const first = places[index];
    if (first === undefined) throw new AppError('conflict', changedMeanwhile);
    const replaced = present.slice(first, first + before.length);
    // A line that only shows where the others are stays exactly as it is.
    const normal = replaced.map(toLine);
    const byStart = new Map(normal.map((old, index) => [old.start, index]));
    const storedForm = (line: Cue) => {
      const index = byStart.get(line.start) ?? -1;
      return isSameLine(line, normal[index]) ? (replaced[index] ?? line) : line;
    };
    return { first, replaced, lines: after.map((line) => storedForm(toLine(line))) };
  });
  located.sort((one, other) => one.first - other.first);
  located.forEach(({ first }, index) => {
    const earlier = located[index - 1];
    if (earlier && earlier.first + earlier.replaced.length > first)
      throw new AppError('invalid-input', `Two changes replace ${nameOf(present[first])}.`);
  });
  return located;
}

function toLine({ start, end, text, speaker }: Cue): Cue {
  const name = typedLine(speaker ?? '');
  const words = text.split('\n').map(typedLine);
  return {
    start: inMilliseconds(start),
    end: inMilliseconds(end),
    text: words.filter((line) => line !== '').join('\n'),
    ...(name === '' ? {} : { speaker: name }),
  };
}

/** Equal for lines with the same start, words and speaker. */
function keyOf({ start, text, speaker = '' }: Cue): string {
  return JSON.stringify([start, text, speaker]);
}

function inMilliseconds(seconds: number): number {
  return Math.round(seconds * 1_000) / 1_000;
}

/** What the lines of a change have, new lines in their place may have. */
interface ReplacedFacts {
  /** The most lines of a text. */
  readonly height: number;
  /** The start of the first one, and the latest end. */
  readonly start: number;
  readonly end: number;
  /** The ends of those with a start. */
  readonly ends: ReadonlyMap<number, number>;
}

function factsOf(lines: readonly Cue[]): ReplacedFacts {
  return {
    height: lines.reduce((most, { text }) => Math.max(most, heightOf(text)), maxTextLines),
    start: lines[0]?.start ?? 0,
    end: lines.reduce((latest, { end }) => Math.max(latest, end), 0),
    ends: new Map(lines.map(({ start, end }) => [start, end])),
  };
}

/** What the recognised lines have, an edit may have again. */
class RecognisedFacts {
  private readonly texts: ReadonlySet<string>;
  /** Starts with ends. */
  private readonly times: ReadonlySet<string>;
  private readonly byStart: LinesByStart;

  constructor(lines: readonly Cue[]) {
    this.texts = new Set(lines.map(({ text }) => text));
    this.times = new Set(lines.map(timesOf));
    this.byStart = new LinesByStart(lines);
  }

  hasText(text: string): boolean {
    return this.texts.has(text);
  }

  hasTimes(line: Cue): boolean {
    return this.times.has(timesOf(line));
  }

  /** Whether a line that starts between two times ends at a time or later. */
  hasLine([since, before]: readonly [since: number, before: number], endsFrom: number): boolean {
    const found = this.byStart.nextLate(this.byStart.firstFrom(since), (end) => end >= endsFrom);
    return found < this.byStart.firstFrom(before);
  }
}

function timesOf({ start, end }: Cue): string {
  return `${String(start)} ${String(end)}`;
}

/** What all new lines are compared with. */
interface Bounds {
  readonly recognised: RecognisedFacts;
  readonly videoEnd: number;
}

/** @param at index of a new line in the whole list */
function checkLine(lines: readonly Cue[], at: number, replaced: ReplacedFacts, bounds: Bounds): void {
  const line = lines[at] as Cue;
  const { start, end, text } = line;
  const name = nameOf(line);
  if (text === '') refuse(`The text of ${name} is empty.`);
  if (heightOf(text) > replaced.height && !bounds.recognised.hasText(text))
    refuse(`The text of ${name} has more than ${String(maxTextLines)} lines.`);
  if (start < 0) refuse('A line cannot start before the video.');
  const startsBefore = lines[at - 1]?.start ?? 0;
  if (start < startsBefore)
    refuse(`The start of ${name} is before that of the line above it, at ${formatTimeCode(startsBefore)}.`);
  if (replaced.ends.get(start) === end) return;
  // Compared in milliseconds: fractions of seconds are inexact.
  const isTooShort = inMilliseconds(end - start) < minSeconds;
  if (!isTooShort && !isTooLate(lines, at, replaced, bounds)) return;
  // An edit of recognised times can be undone.
  if (bounds.recognised.hasTimes(line)) return;
  if (isTooShort)
    refuse(`The end of ${name} must be at least ${String(minSeconds)} seconds after its start.`);
  const { videoEnd } = bounds;
  if (end > videoEnd)
    refuse(`The end of ${name} is after that of the video, at ${formatTimeCode(videoEnd)}.`);
  const nextStart = lines[at + 1]?.start ?? Infinity;
  refuse(`The end of ${name} is after the start of the next line, at ${formatTimeCode(nextStart)}.`);
}

/** Where recognised lines overlap the next one, or end after the video, the lines in their place may do so as well. */
function isTooLate(lines: readonly Cue[], at: number, replaced: ReplacedFacts, bounds: Bounds): boolean {
  const line = lines[at] as Cue;
  const nextStart = lines[at + 1]?.start ?? Infinity;
  if (line.end <= Math.max(replaced.end, Math.min(nextStart, bounds.videoEnd))) return false;
  const since = Math.min(line.start, replaced.start);
  return !bounds.recognised.hasLine([since, nextStart], line.end);
}

function videoEndOf({ durationSeconds }: EditLimits): number {
  // The host may not know the duration.
  return durationSeconds > 0 ? inMilliseconds(durationSeconds) : longestSeconds;
}

/** The line after the new ones must not start before them. @param at its index */
function checkNextStart(lines: readonly Cue[], at: number): void {
  const [last, next] = [lines[at - 1], lines[at]];
  if (last && next && last.start > next.start)
    refuse(`The start of ${nameOf(last)} is after that of the next line, at ${formatTimeCode(next.start)}.`);
}

function heightOf(text: string): number {
  return text.split('\n').length;
}

function nameOf(line: Cue | undefined): string {
  return `the line at ${formatTimeCode(Math.max(0, line?.start ?? 0))}`;
}

function refuse(sentence: string): never {
  throw new AppError('invalid-input', sentence);
}

const changedMeanwhile =
  'Somebody has changed these lines meanwhile. Nothing was saved: please read the transcript again.';
