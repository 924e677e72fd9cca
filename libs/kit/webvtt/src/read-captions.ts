import { parseCaptionTime } from './caption-time.ts';
import { normaliseCueText, normaliseSpeaker, parseCueText, type CueText } from './cue-text.ts';
import type { Cue } from './cue.ts';
import { readSpeakers } from './speaker-label.ts';
import { formatTimestamp } from './timestamp.ts';
import { wordStartsOf } from './word-starts.ts';

export interface CaptionsLimits {
  readonly maxCues: number;
  /** UTF-16 units of the text of one caption. */
  readonly maxTextLength: number;
  /** Captions may not end more than two seconds later; absent or 0: unknown. */
  readonly durationSeconds?: number;
}

/** Something about a line of a file, counted from 1. */
export interface CaptionsNote {
  readonly line: number;
  /** A sentence. */
  readonly problem: string;
}

export interface CaptionsFile {
  /** In the order of their starts; to be used only without problems. */
  readonly cues: readonly Cue[];
  /** Why the file cannot be used; at most 50. */
  readonly problems: readonly CaptionsNote[];
  /** What was changed. */
  readonly warnings: readonly CaptionsNote[];
}

interface ReadCue extends Cue {
  readonly line: number;
}

const maxProblems = 50;
const lateSeconds = 2;
const arrow = '-->';
/** A line that begins the next caption where the empty line before it is missing. */
const nextTiming = /^\s*[\d:.,]+\s*-->\s*\d/;
const skipped = /^(?:NOTE(?:\s|$)|(?:STYLE|REGION)\s*$)/;
/** Markup is much shorter than this many times the words. */
const markupFactor = 16;
const scriptTag = /(<\/?(?:script|style)\b[^<>]*>)/i;
/** A bracket that is no tag: a player would drop the words after it. */
const looseBracket = /<(?!\/?[a-z][^<>]*>|(?:\d+:)?\d\d:\d\d\.\d{3}>|[!?/][^<>]*>)/gi;
/** Positions of SubRip: `{\an8}`. */
const override = /\{\\[^{}]*\}/g;
/** Byte order marks, joiners of no width and marks that turn the direction of text. */
const unseen = /[\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/gu;
const controls = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * Reads a WebVTT or SubRip file that a person has, and names what is wrong with it instead of skipping it. Byte order
 * marks, all line ends, commas in times, times without hours, NOTE, STYLE and REGION, settings, tags and character
 * references are accepted; labels of speakers are read. Captions may overlap.
 */
export function readCaptions(text: string, limits: CaptionsLimits): CaptionsFile {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  const isWebVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '');
  if (!isWebVtt && !lines.some((line) => line.includes(arrow)))
    return refusedAt(1, 'This is neither WebVTT nor SubRip (SRT).');
  const reader = new CaptionsReader(lines, limits);
  reader.read(isWebVtt ? endOfHeader(lines) : 0);
  const { cues, problems } = reader;
  if (problems.length === 0 && cues.length === 0) return refusedAt(1, 'There are no captions in this file.');
  const warnings = orderWarnings(cues);
  const sorted = warnings.length === 0 ? cues : cues.toSorted((one, other) => one.start - other.start);
  return { cues: readSpeakers(sorted.map(({ line: _line, ...cue }) => cue)), problems, warnings };
}

function refusedAt(line: number, problem: string): CaptionsFile {
  return { cues: [], problems: [{ line, problem }], warnings: [] };
}

function endOfHeader(lines: readonly string[]): number {
  const end = lines.findIndex((line, at) => at > 0 && (isEmpty(line) || line.includes(arrow)));
  return end < 0 ? lines.length : end;
}

function isEmpty(line: string | undefined): boolean {
  return (line ?? '').trim() === '';
}

function orderWarnings(cues: readonly ReadCue[]): CaptionsNote[] {
  const early = cues.filter(({ start }, at) => start < (cues[at - 1]?.start ?? 0));
  const [first] = early;
  if (!first) return [];
  const more = early.length > 1 ? `, as ${String(early.length - 1)} more` : '';
  return [
    { line: first.line, problem: `This caption starts before the one above it${more}: they were sorted.` },
  ];
}

class CaptionsReader {
  readonly cues: ReadCue[] = [];
  readonly problems: CaptionsNote[] = [];
  private lines: readonly string[];
  private readonly limits: CaptionsLimits;

  constructor(lines: readonly string[], limits: CaptionsLimits) {
    this.lines = lines;
    this.limits = limits;
  }

  /** @param from the index of the first line */
  read(from: number): void {
    let at = from;
    while (at < this.lines.length && this.problems.length < maxProblems) {
      if (isEmpty(this.lines[at])) at += 1;
      else at = this.readBlock(at);
    }
  }

  /** @returns the index of the line after it */
  private readBlock(first: number): number {
    const { lines } = this;
    const times = lines[first]?.includes(arrow) ? first : first + 1;
    let end = first + 1;
    while (end < lines.length && !isEmpty(lines[end]) && !(end > times && nextTiming.test(lines[end] ?? '')))
      end += 1;
    if (!lines[times]?.includes(arrow)) {
      if (!skipped.test(lines[first] ?? '')) this.refuse(first, 'This text has no time above it.');
      return end;
    }
    // Where the empty line is missing, the number of the next caption is not a part of this one.
    if (end - 1 > times && nextTiming.test(lines[end] ?? '') && /^\s*\d+\s*$/.test(lines[end - 1] ?? ''))
      end -= 1;
    this.readCue(times, lines.slice(times + 1, end).join('\n'));
    return end;
  }

  private readCue(at: number, payload: string): void {
    const { maxCues, maxTextLength } = this.limits;
    const times = this.readTimes(at);
    if (!times) return;
    const isMarkupLong = payload.length > markupFactor * maxTextLength;
    const {
      text,
      speaker,
      wordStarts: stamps = [],
    } = isMarkupLong ? { text: payload } : toWords(payload, times.start);
    if (text.length > maxTextLength)
      this.refuse(at + 1, `This text has more than ${String(maxTextLength)} characters.`);
    else if (this.cues.length >= maxCues) {
      this.refuse(at, `The file has more than ${maxCues.toLocaleString('en')} captions.`);
      this.lines = [];
    } else if (text !== '') {
      const wordStarts = wordStartsOf({ ...times, text, wordStarts: stamps });
      const rest = { ...(speaker !== undefined && { speaker }), ...(wordStarts && { wordStarts }) };
      this.cues.push({ ...times, text, ...rest, line: at + 1 });
    }
  }

  private readTimes(at: number): Pick<Cue, 'start' | 'end'> | undefined {
    const { durationSeconds = 0 } = this.limits;
    const line = this.lines[at] ?? '';
    const from = line.slice(0, line.indexOf(arrow)).trim();
    const [to = ''] = /^\S*/.exec(line.slice(line.indexOf(arrow) + arrow.length).trimStart()) ?? [];
    const [start, end] = [parseCaptionTime(from), parseCaptionTime(to)];
    if (start === undefined || end === undefined)
      this.refuse(at, `“${clip(start === undefined ? from : to)}” is not a time.`);
    else if (end < start) this.refuse(at, 'This caption ends before it starts.');
    else if (durationSeconds > 0 && end > durationSeconds + lateSeconds)
      this.refuse(
        at,
        `This caption ends after the video, which ends at ${formatTimestamp(durationSeconds)}.`,
      );
    else return { start, end };
    return undefined;
  }

  /** @param at the index of the line */
  private refuse(at: number, problem: string): void {
    this.problems.push({ line: at + 1, problem });
  }
}

/** The words of a caption, and its speaker, without markup and unseen characters. @param start in seconds */
function toWords(payload: string, start: number): CueText {
  const read = parseCueText(
    withoutScript(payload).replace(override, '').replace(looseBracket, '&lt;'),
    start,
  );
  const name = normaliseSpeaker(visible(read.speaker ?? ''));
  const text = normaliseCueText(visible(read.text));
  // Without an unseen character there may be other words.
  const wordStarts = text === read.text ? read.wordStarts : undefined;
  return { text, ...(name !== '' && { speaker: name }), ...(wordStarts && { wordStarts }) };
}

/** Leaves out what is between the tags of scripts and styles. */
function withoutScript(payload: string): string {
  const parts = payload.split(scriptTag);
  const isTag = (at: number) => at % 2 === 1;
  const lastEnd = parts.findLastIndex((part, at) => isTag(at) && part.startsWith('</'));
  let words = '';
  let isWithin = false;
  parts.forEach((part, at) => {
    if (isTag(at)) isWithin = !part.startsWith('</') && at < lastEnd;
    else if (!isWithin) words += part;
  });
  return words;
}

function visible(text: string): string {
  return text.replace(unseen, '').replace(controls, ' ');
}

function clip(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
