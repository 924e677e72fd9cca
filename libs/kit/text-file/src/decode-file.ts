import { analyse } from 'chardet';
import { textEncodings, type TextEncoding } from './encodings.ts';
import { plausibility } from './plausibility.ts';

/** A file as text. */
export interface DecodedFile {
  readonly text: string;
  readonly encoding: TextEncoding;
  /** Whether the bytes say it: a mark at the start, or valid UTF-8. Otherwise the words look best in it. */
  readonly isCertain: boolean;
  /** Encodings in which other words would be read, likelier first; at most two. */
  readonly others: readonly TextEncoding[];
}

/** Bytes that are not ASCII are looked at, with the lines around them. */
const sampleLength = 16_000;
/** What the words of a language say about an encoding, beside what all words do. */
const statisticsWeight = 0.4;
/** Statistics of fewer letters say less. */
const enoughLetters = 8;
const otherLetters = /(?![\0-\x7f])\p{L}/gu;
const marks: readonly (readonly [TextEncoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
/** The statistics call subsets by their own names. */
const supersets: Readonly<Record<string, TextEncoding>> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-7': 'windows-1253',
  'iso-8859-8': 'windows-1255',
  'iso-8859-9': 'windows-1254',
  'koi8-r': 'koi8-u',
};

/**
 * Reads the text of a file in UTF-8, UTF-16 with and without a mark, or the encoding in which its words look right: programs
 * do not say which of the older ones they used.
 * @param encoding in which to read it; absent: it is found
 */
export function decodeFile(bytes: Uint8Array, encoding?: TextEncoding): DecodedFile {
  const [found, ...more] = readingsOf(bytes);
  const best = found ?? { encoding: 'utf-8' as const, isCertain: true };
  const chosen = encoding ?? best.encoding;
  return {
    text: decode(bytes, chosen),
    encoding: chosen,
    isCertain: best.isCertain && chosen === best.encoding,
    others: [best, ...more]
      .map((reading) => reading.encoding)
      .filter((each) => each !== chosen)
      .slice(0, 2),
  };
}

interface Reading {
  readonly encoding: TextEncoding;
  readonly isCertain: boolean;
}

function readingsOf(bytes: Uint8Array): readonly Reading[] {
  const marked =
    marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0] ?? unmarked16(bytes);
  if (marked !== undefined) return [{ encoding: marked, isCertain: true }];
  if (isValidUtf8(bytes)) {
    // Escapes of this encoding are ASCII.
    const isEscaped = includes(bytes, [0x1b, 0x24, 0x42]);
    return [{ encoding: isEscaped ? 'iso-2022-jp' : 'utf-8', isCertain: true }];
  }
  return rank(sampleOf(bytes)).map((encoding) => ({ encoding, isCertain: false }));
}

/** UTF-16 without a mark: the numbers and line ends of a table or of captions have a zero in each second byte. */
function unmarked16(bytes: Uint8Array): TextEncoding | undefined {
  const length = Math.min(bytes.length, sampleLength) & ~1;
  let [even, odd] = [0, 0];
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) even += 1;
    if (bytes[at + 1] === 0) odd += 1;
  }
  const enough = length / 20;
  if (odd > enough && odd > 4 * even) return 'utf-16le';
  return even > enough && even > 4 * odd ? 'utf-16be' : undefined;
}

function isValidUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function includes(bytes: Uint8Array, wanted: readonly number[]): boolean {
  for (let at = bytes.indexOf(wanted[0] ?? 0); at >= 0; at = bytes.indexOf(wanted[0] ?? 0, at + 1))
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return true;
  return false;
}

/** The lines that are not ASCII, up to a length. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(sampleLength);
  let [length, from, isAscii] = [0, 0, true];
  for (let at = 0; at <= bytes.length && length < sampleLength; at += 1) {
    const byte = bytes[at] ?? 0x0a;
    if (byte > 0x7f) isAscii = false;
    if (byte !== 0x0a && byte !== 0x0d) continue;
    if (!isAscii) {
      const line = bytes.subarray(from, Math.min(at + 1, from + sampleLength - length));
      sample.set(line, length);
      length += line.length;
    }
    [from, isAscii] = [at + 1, true];
  }
  return sample.subarray(0, length);
}

/** Encodings, the likeliest first, of which no two read the same words. */
function rank(sample: Uint8Array): TextEncoding[] {
  const statistics = new Map<TextEncoding, number>();
  for (const { name, confidence } of analyse(sample)) {
    const encoding = supersets[name.toLowerCase()] ?? (name.toLowerCase() as TextEncoding);
    statistics.set(encoding, Math.max(confidence / 100, statistics.get(encoding) ?? 0));
  }
  // Most texts have the same bytes in both.
  const central = Math.max(statistics.get('windows-1250') ?? 0, statistics.get('iso-8859-2') ?? 0);
  statistics.set('windows-1250', central);
  const count = sample.reduce((sum, byte) => sum + (byte > 0x7f ? 1 : 0), 0);
  const seen = new Set<string>();
  return textEncodings
    .filter((encoding) => !encoding.startsWith('utf-16') && encoding !== 'iso-2022-jp')
    .map((encoding, at) => {
      const text = decode(sample, encoding);
      // Of two that are alike, the likelier one comes first in the list.
      const prior = -0.002 * at;
      const letters = Math.min(1, (text.match(otherLetters)?.length ?? 0) / enoughLetters);
      const language = statisticsWeight * letters * (statistics.get(encoding) ?? 0);
      const score = plausibility(text, count) + language + prior;
      return { encoding, text, score };
    })
    .filter(({ text }) => !seen.has(text) && seen.add(text))
    .toSorted((one, other) => other.score - one.score)
    .map(({ encoding }) => encoding);
}

function decode(bytes: Uint8Array, encoding: TextEncoding): string {
  return new TextDecoder(encoding).decode(bytes);
}
