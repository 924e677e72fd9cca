/** Lengths of the pieces that are noted, in bytes; a keyword is cut into those of the longest that it holds. */
const lengths = [5, 3] as const;
const bitsPerByte = 2;

const { imul } = Math;

/** The places of a keyword's pieces in a filter, before they are cut to its size. */
export type GramHashes = readonly number[];

/** A set of bits, always a power of two many. */
export type GramFilter = Uint32Array;

/** Notes every piece of a text, so that most texts without a keyword are passed over without being read. */
export function makeGramFilter(text: Uint8Array): GramFilter {
  const bits = Math.max(64, 2 ** Math.ceil(Math.log2(text.length * bitsPerByte + 1)));
  const filter = new Uint32Array(bits / 32);
  const mask = bits - 1;
  for (const length of lengths) {
    for (let at = 0; at + length <= text.length; at += 1) {
      const bit = hashOf(text, at, length) & mask;
      filter[bit >>> 5] = wordOf(filter, bit) | (1 << (bit & 31));
    }
  }
  return filter;
}

/** None when the keyword is too short to be ruled out. */
export function gramsOf(keyword: Uint8Array): GramHashes {
  const length = lengths.find((each) => keyword.length >= each);
  if (length === undefined) return [];
  return Array.from({ length: keyword.length - length + 1 }, (_, at) => hashOf(keyword, at, length));
}

/** False only when the text does not hold the keyword. */
export function mayHold(filter: GramFilter, grams: GramHashes): boolean {
  const mask = filter.length * 32 - 1;
  return grams.every((hash) => (wordOf(filter, hash & mask) & (1 << (hash & 31))) !== 0);
}

function wordOf(filter: GramFilter, bit: number): number {
  return filter[bit >>> 5] ?? 0;
}

function hashOf(text: Uint8Array, at: number, length: number): number {
  let hash = length;
  for (let place = at; place < at + length; place += 1) hash = imul(hash ^ (text[place] ?? 0), 0x01_00_01_93);
  hash = imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d);
  return hash ^ (hash >>> 13);
}
