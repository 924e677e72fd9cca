import { parseCueText } from '../cues/cue-text.ts';
import type { Cue } from '../cues/cue.ts';
import { parseTimestamp } from '../cues/timestamp.ts';
import { WebVttError } from './web-vtt-error.ts';
import { wordStartsOf } from '../cues/word-starts.ts';

/** Limits on the input. Defaults: 16 MiB of UTF-8 and 100,000 cues. */
export interface WebVttLimits {
  maxBytes?: number;
  maxCues?: number;
}

interface Block {
  timing?: string;
  payload: string[];
  next: number;
}

const timingArrow = '-->';

/**
 * Parses WebVTT by the algorithm of the standard (https://www.w3.org/TR/webvtt1/#file-parsing).
 * Returns cues in the order of the file. Ignores header text, NOTE, STYLE, REGION, identifiers and settings. Skips cues
 * that have no text, have malformed times or end before they start. Timestamps in a text are the starts of its words
 * where each word has one; that of the first may be missing.
 * @throws WebVttError when the signature is missing or a limit is exceeded
 */
export function parseWebVtt(text: string, limits: WebVttLimits = {}): Cue[] {
  const { maxBytes = 16 * 1024 * 1024, maxCues = 100_000 } = limits;
  if (isLongerThan(text, maxBytes)) throw new WebVttError(1, `longer than ${String(maxBytes)} bytes`);
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')) throw new WebVttError(1, 'must begin with WEBVTT');
  const cues: Cue[] = [];
  for (let at = endOfHeader(lines); at < lines.length;) {
    const block = readBlock(lines, at);
    const cue = block.timing === undefined ? undefined : toCue(block.timing, block.payload);
    if (cue && cues.length >= maxCues) throw new WebVttError(at + 1, `more than ${String(maxCues)} cues`);
    if (cue) cues.push(cue);
    at = block.next;
  }
  return cues;
}

function isLongerThan(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  // One UTF-16 unit is at most three bytes, so most texts need no counting.
  return text.length * 3 > maxBytes && new TextEncoder().encode(text).length > maxBytes;
}

function endOfHeader(lines: readonly string[]): number {
  let at = 1;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line === '' || line.includes(timingArrow)) break;
  }
  return at;
}

/** A block ends at an empty line, or at a second timing line, which begins the next block. */
function readBlock(lines: readonly string[], from: number): Block {
  const block: Block = { payload: [], next: from };
  for (let count = 1; block.next < lines.length; count += 1, block.next += 1) {
    const line = lines[block.next] ?? '';
    if (line === '') return { ...block, next: block.next + 1 };
    if (line.includes(timingArrow)) {
      if (block.timing !== undefined || count > 2) return block;
      block.timing = line;
      block.payload = [];
    } else {
      block.payload.push(line);
    }
  }
  return block;
}

function toCue(timing: string, payload: readonly string[]): Cue | undefined {
  const arrow = timing.indexOf(timingArrow);
  const start = parseTimestamp(timing.slice(0, arrow).trim());
  const rest = timing.slice(arrow + timingArrow.length).trimStart();
  const end = parseTimestamp(/^[\d:.]+/.exec(rest)?.[0] ?? '');
  if (start === undefined || end === undefined || end < start) return undefined;
  const { text, speaker, wordStarts: stamps = [] } = parseCueText(payload.join('\n'), start);
  if (text === '') return undefined;
  const wordStarts = wordStartsOf({ start, end, text, wordStarts: stamps });
  return { start, end, text, ...(speaker !== undefined && { speaker }), ...(wordStarts && { wordStarts }) };
}
