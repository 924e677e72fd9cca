const { imul } = Math;
const bitsPerByte = 2;

/** The places of a keyword's pieces in a filter, before they are cut to its size. */
export type GramHashes = readonly number[];

/** A set of bits, always a power of two many. */
export type GramFilter = Uint32Array;

/**
 * Notes every piece of three and of five bytes of a text, so that most texts without a keyword are passed over without
 * being read.
 */
export function makeGramFilter(text: Uint8Array): GramFilter {
  const bits = Math.max(64, 2 ** Math.ceil(Math.log2(text.length * bitsPerByte + 1)));
  const filter = new Uint32Array(bits / 32);
  const mask = bits - 1;
  // The last four bytes, the newest lowest.
  let last = 0;
  for (let at = 0; at < text.length; at += 1) {
    const before = last >>> 24;
    last = (last << 8) | (text[at] ?? 0);
    if (at >= 2) note(filter, hashOfThree(last) & mask);
    if (at >= 4) note(filter, hashOfFive(last, before) & mask);
  }
  return filter;
}

/** The longest pieces that a keyword holds; none when it is too short to be ruled out. */
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

/** False only when the text does not hold the keyword. */
export function mayHold(filter: GramFilter, grams: GramHashes): boolean {
  const mask = filter.length * 32 - 1;
  for (const hash of grams) {
    const bit = hash & mask;
    if (((filter[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
  }
  return true;
}

function note(filter: GramFilter, bit: number): void {
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
