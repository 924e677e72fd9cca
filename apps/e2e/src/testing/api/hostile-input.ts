import { deflateSync, crc32 } from 'node:zlib';

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** CSV files of a glossary. */
export const csvFiles = {
  'one term on each line': `term,f0\n${times(4_999, (index) => `term,f${String(index)}`).join('\n')}`,
  'twenty forms on each line': times(
    5_000,
    (line) => `term,${times(20, (form) => `f${String(line)}x${String(form)}`).join(';')}`,
  ).join('\n'),
  'commas alone': ','.repeat(980_000),
  'spaces alone': ' '.repeat(980_000),
  'quotes alone': '"'.repeat(980_000),
  'sixty thousand terms': times(60_000, (index) => `t${String(index)}`).join('\n'),
};

const terms = (make: (term: number, form: number) => string, isCaseSensitive = false) =>
  times(500, (term) => ({
    term: `Term ${String(term)}`,
    wrongForms: times(20, (form) => make(term, form)),
    isCaseSensitive,
  }));

const consonants = 'bcdfgklmnprstvz';
const inBase = (value: number, digits: string, length: number) =>
  times(length, (place) => digits[Math.floor(value / digits.length ** place) % digits.length]).join('');

/** Lists of 500 terms with 20 wrong forms each. */
export const glossaries = {
  'forms that begin with the same word': terms((term, form) => `a ${String(20 * term + form)}q`),
  'forms of one sound': terms((term, form) => `k${inBase(20 * term + form, 'aeiou', 7)}stra`),
  'forms that differ by case alone': terms(
    (term, form) =>
      times(14, (place) => (((20 * term + form) >> place) % 2 === 1 ? 'A' : 'a')).join('') + consonants,
    true,
  ),
};

const stamp = (seconds: number) =>
  [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

const captions = (count: number, text: (line: number) => string, start: (line: number) => number) =>
  `WEBVTT\n\n${times(count, (line) => `${stamp(start(line))}.000 --> ${stamp(start(line) + 2)}.000\n${text(line)}\n`).join('\n')}`;

/** The length of a recording with these captions, in seconds. */
export const captionedSeconds = 9_010;

/** Captions near the limit, 900 KiB as a message. */
export const captionFiles = {
  'one word repeated': captions(
    8_000,
    () => times(20, () => 'a').join(' '),
    (line) => line,
  ),
  'lines that start together': captions(
    15_000,
    () => 'a',
    () => 0,
  ),
  'words of one sound': captions(
    7_000,
    (line) => times(4, (word) => `k${inBase(4 * line + word, 'aeiou', 6)}stro`).join(' '),
    (line) => line,
  ),
};

/** Texts of a broken speech server. */
export const heardTexts = {
  'open angle brackets': '<a'.repeat(60_000),
  'one word again and again': 'a '.repeat(100_000),
  'stops alone': '. '.repeat(100_000),
  'distinct words': times(40_000, (index) => `w${String(index)}`).join(' '),
};

/** A PNG of one bit for each pixel, all zero: small as a file, large when decoded. */
export function blackPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const row = 1 + Math.ceil(side / 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(row * side), { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
