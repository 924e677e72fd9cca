/** Lengths of the pieces that are noted, in bytes; a keyword is cut into those of the longest that it holds. */
const lengths = [5, 3] as const;
const bitsPerByte = 2;

/** The positions of a keyword's pieces in a filter, before they are cut to its size. */
export type GramHashes = readonly number[];

/** A filter for a text: a set of bits, always a power of two many. */
export type GramFilter = Uint32Array;

/** Notes every piece of a text, so that most texts without a keyword are passed over without being read. */
export function makeGramFilter(text: Uint8Array): GramFilter {
  const bits = Math.max(64, 2 ** Math.ceil(Math.log2(text.length * bitsPerByte + 1)));
  const filter = new Uint32Array(bits / 32);
  const mask = bits - 1;
  for (let at = 0; at + 3 <= text.length; at += 1) {
    const three = hashOf(text, at, 3) & mask;
    filter[three >>> 5]! |= 1 << (three & 31);
    if (at + 5 > text.length) continue;
    const five = hashOf(text, at, 5) & mask;
    filter[five >>> 5]! |= 1 << (five & 31);
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
  for (const hash of grams) {
    const bit = hash & mask;
    if ((filter[bit >>> 5]! & (1 << (bit & 31))) === 0) return false;
  }
  return true;
}

function hashOf(text: Uint8Array, at: number, length: number): number {
  let hash = length;
  for (let place = at; place < at + length; place += 1) hash = Math.imul(hash ^ text[place]!, 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d);
  return hash ^ (hash >>> 13);
}
