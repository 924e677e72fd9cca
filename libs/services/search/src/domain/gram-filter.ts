const { imul } = Math;
const bitsPerByte = 2;

/** Hashes of the n-grams of a keyword, not yet reduced to the size of a filter. */
export type GramHashes = readonly number[];

/** A bit set; the number of bits is a power of two. */
export type GramFilter = Uint32Array;

/**
 * Stores every 3-gram and 5-gram of bytes of a text, so that most texts without the keyword need not be read.
 */
export function makeGramFilter(text: Uint8Array): GramFilter {
  const bits = Math.max(64, 2 ** Math.ceil(Math.log2(text.length * bitsPerByte + 1)));
  const filter = new Uint32Array(bits / 32);
  const mask = bits - 1;
  // The last four bytes, the newest in the lowest bits.
  let last = 0;
  for (let at = 0; at < text.length; at += 1) {
    const before = last >>> 24;
    last = (last << 8) | (text[at] ?? 0);
    if (at >= 2) setBit(filter, hashOfThree(last) & mask);
    if (at >= 4) setBit(filter, hashOfFive(last, before) & mask);
  }
  return filter;
}

/** The longest n-grams of a keyword; none when it is too short for the filter. */
export function gramsOf(keyword: Uint8Array): GramHashes {
  const grams: number[] = [];
  let last = 0;
  keyword.forEach((byte, at) => {
    const before = last >>> 24;
    last = (last << 8) | byte;
    if (keyword.length < 5 && at >= 2) grams.push(hashOfThree(last));
    else if (at >= 4) grams.push(hashOfFive(last, before));
  });
  return grams;
}

/** False only when the text does not contain the keyword. */
export function mayContain(filter: GramFilter, grams: GramHashes): boolean {
  const mask = filter.length * 32 - 1;
  for (const hash of grams) {
    const bit = hash & mask;
    if (((filter[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
  }
  return true;
}

function setBit(filter: GramFilter, bit: number): void {
  filter[bit >>> 5] = (filter[bit >>> 5] ?? 0) | (1 << (bit & 31));
}

function hashOfThree(last: number): number {
  return spread(imul(last & 0xff_ff_ff, 0x2c_1b_3c_6d));
}

function hashOfFive(last: number, before: number): number {
  return spread(imul(last, 0x9e_37_79_b1) ^ imul(before + 1, 0x85_eb_ca_6b));
}

function spread(hash: number): number {
  const mixed = imul(hash ^ (hash >>> 15), 0x01_00_01_93);
  return mixed ^ (mixed >>> 13);
}
