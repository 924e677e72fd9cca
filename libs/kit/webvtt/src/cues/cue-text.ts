import { parseTimestamp } from './timestamp.ts';
import { wordsIn } from './word-starts.ts';

const namedEntities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
};
const encodedCharacters: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\u00a0': '&nbsp;',
  '\u200e': '&lrm;',
  '\u200f': '&rlm;',
};

/** The normal form of cue text: every line trimmed, no empty lines, `\n` between lines, U+FFFD for NUL. */
export function normaliseCueText(text: string): string {
  const lines = text.replaceAll('\0', '\ufffd').split(/\r\n|\r|\n/);
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** The normal form of a speaker's name: one line, single spaces, U+FFFD for NUL. */
export function normaliseSpeaker(name: string): string {
  return name.replaceAll('\0', '\ufffd').replace(/\s+/g, ' ').trim();
}

/** Escapes `&`, `<`, `>` (and so `-->`) and the three invisible characters for which WebVTT has named references. */
export function encodeEntities(text: string): string {
  return text.replace(/[&<>\u00a0\u200e\u200f]/g, (char) => encodedCharacters[char] ?? char);
}

/** Decodes the named references of {@link encodeEntities} and numeric ones; an unknown reference stays unchanged. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,4}));/g, (...groups: string[]) => {
    const [whole = '', decimal, hex, name] = groups;
    if (name !== undefined) return namedEntities[name] ?? whole;
    return fromCodePoint(decimal !== undefined ? Number(decimal) : parseInt(hex ?? '', 16));
  });
}

function fromCodePoint(code: number): string {
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\ufffd';
}

/** What a cue payload says. */
export interface CueText {
  text: string;
  speaker?: string;
  /** The timestamp before each word, NaN where there is none; absent without any, or when one is inside a word. */
  wordStarts?: number[];
}

/**
 * Converts a cue payload to plain text: drops tags, decodes references, keeps the voice when there is exactly one.
 * @param start of the cue in seconds: that of a first word without a timestamp
 */
export function parseCueText(payload: string, start: number): CueText {
  const voices = new Set<string>();
  const stamps: Stamp[] = [];
  let plain = '';
  let position = 0;
  while (position < payload.length) {
    const open = payload.indexOf('<', position);
    plain += payload.slice(position, open === -1 ? undefined : open);
    if (open === -1) break;
    // By the standard, an unclosed tag extends to the end of the text.
    const close = payload.indexOf('>', open);
    const end = close === -1 ? payload.length : close;
    const voice = /^v(?:\.\S*)?\s([^]*)$/.exec(payload.slice(open + 1, end));
    if (voice) voices.add(normaliseSpeaker(decodeEntities(voice[1] ?? '')));
    const seconds = parseTimestamp(payload.slice(open + 1, end));
    if (seconds !== undefined) stamps.push({ at: plain.length, seconds });
    position = end + 1;
  }
  const text = normaliseCueText(decodeEntities(plain));
  const [speaker] = voices;
  const wordStarts =
    stamps.length === 0 ? undefined : stampsOfWords(text, plain, [{ at: 0, seconds: start }, ...stamps]);
  return {
    text,
    ...(voices.size === 1 && speaker && { speaker }),
    ...(wordStarts && { wordStarts }),
  };
}

/** A timestamp, and the number of characters before it. */
interface Stamp {
  readonly at: number;
  readonly seconds: number;
}

/** @returns undefined where a timestamp is inside a word */
function stampsOfWords(text: string, plain: string, stamps: readonly Stamp[]): number[] | undefined {
  const words: string[] = [];
  const times: number[] = [];
  let isInWord = false;
  for (const [index, { at, seconds }] of stamps.entries()) {
    // Parts are decoded one by one: a reference that a tag cuts makes other words.
    const part = decodeEntities(plain.slice(at, stamps[index + 1]?.at)).replaceAll('\0', '\ufffd');
    let pending = seconds;
    if (part === '') continue;
    if (isInWord && /^\S/.test(part)) return undefined;
    isInWord = /\S$/.test(part);
    for (const word of wordsIn(part)) {
      words.push(word);
      times.push(pending);
      pending = NaN;
    }
  }
  return words.join(' ') === wordsIn(text).join(' ') ? times : undefined;
}
