import type { CaptionsDraft } from '../cues/captions-draft.ts';
import { wordsOfPayload } from '../cues/caption-words.ts';
import { originOfSegment, streamShift } from '../cues/stream-segment.ts';
import { formatTimestamp } from '../cues/timestamp.ts';
import { parseTimingLine, type TimingLine } from '../cues/timing-line.ts';

const header = /^\s*WEBVTT(?:\s|$)/i;
/** Within a file, a line that begins with the word may be words. */
const nextHeader = /^\s*WEBVTT\s*$/;
const comment = /^(?:NOTE(?:\s|$)|(?:STYLE|REGION)\s*$)/;
const number = /^\s*\d{1,9}\s*$/;

interface OpenCaption {
  /** The index of the line of its times. */
  readonly at: number;
  readonly times: TimingLine;
  /** In seconds. */
  readonly shift: number;
  readonly lines: string[];
  hasGap: boolean;
}

/**
 * Reads what has lines of times and words below them: WebVTT, SubRip, SBV, SubViewer. A caption has all words up to the next
 * one, also below an empty line, for programs that write captions put empty lines into words.
 */
export function readBlocks(lines: readonly string[], draft: CaptionsDraft): void {
  new BlocksReader(lines, draft).read();
}

class BlocksReader {
  private readonly lines: readonly string[];
  private readonly draft: CaptionsDraft;
  private readonly timings: readonly (TimingLine | undefined)[];
  private readonly hasHeader: boolean;
  /** Whether most captions have a number above their times; a number there is no word then. */
  private readonly isNumbered: boolean;
  /** Whether most have a name there. */
  private readonly isNamed: boolean;
  private open: OpenCaption | undefined;
  private headers = 0;
  private firstOrigin: number | undefined;
  private shift = 0;
  private readonly seen = new Set<string>();

  constructor(lines: readonly string[], draft: CaptionsDraft) {
    this.lines = lines;
    this.draft = draft;
    const timings = lines.map(parseTimingLine);
    const isTiming = (at: number) => timings[at]?.isCertain === true || isFirst(lines, at);
    this.timings = timings.map((times, at) => {
      const isBelow = !times?.isCertain && timings[at - 1] !== undefined && isTiming(at - 1);
      return isTiming(at) && !isBelow ? times : undefined;
    });
    const above = this.timings.flatMap((times, at) => (times ? [this.lineAbove(at)] : []));
    const isMost = (some: readonly unknown[]) => some.length * 2 > above.length;
    this.isNumbered = isMost(above.filter((line) => number.test(line)));
    this.isNamed = isMost(above.filter((line) => line !== ''));
    this.hasHeader = lines.some((line) => header.test(line));
  }

  read(): void {
    for (let at = 0; at < this.lines.length;) at = isBlank(this.lines[at]) ? at + 1 : this.readLine(at);
    this.close();
  }

  /** @returns the index of the line after what was read */
  private readLine(at: number): number {
    const line = this.lines[at] ?? '';
    const times = this.timings[at];
    if (times) return this.readTimes(at, times);
    const isFirstLine = isBlank(this.lines[at - 1]);
    if (this.open ? isFirstLine && nextHeader.test(line) : header.test(line)) return this.readHeader(at);
    if (this.isName(at, isFirstLine)) return at + 1;
    if (isFirstLine && comment.test(line) && (this.hasHeader || !this.isNumbered)) return this.endOfBlock(at);
    if (isFirstLine && this.isStrayNumber(at)) {
      this.draft.note('left-out', at, 'This number has no time below it.');
      return at + 1;
    }
    if (this.open) return this.readWords(at, this.open);
    this.draft.note('left-out', at, 'This text has no time above it.');
    return this.endOfBlock(at);
  }

  /** Whether a line is the number or name of the caption whose times are below it. */
  private isName(at: number, isFirstLine: boolean): boolean {
    const line = this.lines[at] ?? '';
    if (!this.timings[at + 1])
      return this.isNumbered && isFirstLine && number.test(line) && this.isDoubled(at);
    if (!this.open) return true;
    if (number.test(line)) return isFirstLine || this.isNumbered;
    return isFirstLine && this.lines[at - 1] === '' && (this.hasHeader || (this.isNamed && !this.isNumbered));
  }

  /** Whether only an empty line is between a line and times. */
  private isDoubled(at: number): boolean {
    return isBlank(this.lines[at + 1]) && this.timings[at + 2] !== undefined;
  }

  /** Whether a line is a number between captions, as where the words of one were deleted. */
  private isStrayNumber(at: number): boolean {
    const next = this.lines[at + 1];
    const isAlone = isBlank(next) || (number.test(next ?? '') && this.timings[at + 2] !== undefined);
    return this.isNumbered && isAlone && number.test(this.lines[at] ?? '') && this.open?.lines.length !== 0;
  }

  private readTimes(at: number, times: TimingLine): number {
    this.close();
    if (times.start === undefined)
      this.draft.note('left-out', at, `“${clip(times.odd ?? '')}” is not a time.`);
    const lines = times.words === '' ? [] : [times.words];
    this.open = { at, times, shift: this.shift, lines, hasGap: false };
    return at + 1;
  }

  private readWords(at: number, open: OpenCaption): number {
    if (
      this.lines[at - 1] === '' &&
      open.lines.length > 0 &&
      !open.hasGap &&
      open.times.start !== undefined
    ) {
      open.hasGap = true;
      this.draft.note('repaired', at, 'The empty line above these words was left out.');
    }
    open.lines.push(this.lines[at] ?? '');
    return at + 1;
  }

  /** Files are joined from the segments of a stream: each begins as a file does. */
  private readHeader(at: number): number {
    this.close();
    this.headers += 1;
    const end = this.endOfBlock(at);
    const origin = originOfSegment(this.lines.slice(at, end));
    this.firstOrigin ??= origin;
    this.shift = origin === undefined ? 0 : streamShift(origin, this.firstOrigin ?? origin);
    if (this.headers === 2)
      this.draft.note('changed', at, 'WebVTT begins again here: the parts of the file were joined.');
    return end;
  }

  private endOfBlock(at: number): number {
    let end = at + 1;
    while (end < this.lines.length && !isBlank(this.lines[end]) && !this.timings[end]) end += 1;
    return end;
  }

  private close(): void {
    const { open } = this;
    this.open = undefined;
    if (open?.times.start === undefined) return;
    const start = Math.max(0, open.times.start + open.shift);
    const words = wordsOfPayload(open.lines.join('\n'), open.times.start);
    if (words.text === '') return;
    const end = this.endOf(open, start);
    const key = `${String(start)} ${String(end)} ${words.text}`;
    // Each segment of a stream has all captions that are shown in its time.
    if (this.headers > 1 && this.seen.has(key)) return;
    this.seen.add(key);
    const { wordStarts, ...rest } = words;
    const starts = wordStarts?.map((time) => time + open.shift);
    this.draft.cues.push({ start, end, ...rest, ...(starts && { wordStarts: starts }), line: open.at + 1 });
  }

  /** @returns NaN where it is unknown */
  private endOf({ at, times, shift }: OpenCaption, start: number): number {
    const odd = `“${clip(times.odd ?? '')}”`;
    const end = times.end === undefined ? NaN : Math.max(0, times.end + shift);
    const isOver = end < start || (end === 0 && (times.start ?? 0) <= 0 && times.odd !== undefined);
    const missing = times.odd === '' ? 'This caption has no end' : `${odd} is not a time`;
    if (Number.isNaN(end)) this.draft.note('repaired', at, `${missing}: ${untilNext}`);
    else if (isOver) this.draft.note('repaired', at, `This caption ends before it starts: ${untilNext}`);
    else if (times.odd !== undefined) {
      const read = `${formatTimestamp(start)} to ${formatTimestamp(end)}`;
      this.draft.note('repaired', at, `${odd} is an unusual time: this caption was read as ${read}.`);
    }
    return isOver ? NaN : end;
  }

  /** The line above times, also where each second line is empty. */
  private lineAbove(at: number): string {
    const above = this.lines[at - 1] ?? '';
    const line = isBlank(above) ? (this.lines[at - 2] ?? '') : above;
    const isOfBlock = isBlank(above) ? number.test(line) : isBlank(this.lines[at - 2]) || number.test(line);
    return isOfBlock ? line.trim() : '';
  }
}

const untilNext = 'it is shown until the next one.';

function isBlank(line: string | undefined): boolean {
  return (line ?? '').trim() === '';
}

/** Whether a line is the first of a block, or below the first. */
function isFirst(lines: readonly string[], at: number): boolean {
  return isBlank(lines[at - 1]) || isBlank(lines[at - 2]);
}

function clip(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
