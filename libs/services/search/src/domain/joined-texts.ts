/** Stands between two texts, and in none: nothing that is looked for matches across. */
const separator = '\0';

/** Texts one after the other in one run of bytes, outside of the script engine's heap. */
export interface JoinedTexts {
  readonly bytes: Buffer;
  /** Where each text begins, and after the last where one more would. */
  readonly starts: Uint32Array;
}

/** A text, or a keyword, with no separator in it. */
export function withoutSeparators(text: string): string {
  return text.replaceAll(separator, ' ');
}

export function joinTexts(texts: readonly string[]): JoinedTexts {
  const joined = texts.map((text) => withoutSeparators(text) + separator).join('');
  const lengths = texts.map((text) => Buffer.byteLength(text) + separator.length);
  const starts = new Uint32Array(texts.length + 1);
  let end = 0;
  lengths.forEach((length, index) => {
    end += length;
    starts[index + 1] = end;
  });
  // Not from the pool that small buffers share, which would be kept whole.
  const bytes = Buffer.allocUnsafeSlow(end);
  bytes.write(joined);
  return { bytes, starts };
}

/** The start of a text; of one after the last, the end of all. */
export function startOf({ starts, bytes }: JoinedTexts, index: number): number {
  return starts[index] ?? bytes.length;
}

export function textOf(texts: JoinedTexts, index: number): string {
  const end = startOf(texts, index + 1) - separator.length;
  return texts.bytes.toString('utf8', startOf(texts, index), end);
}

/** The text in which a place lies: the last that begins at or before it. */
export function textAt(texts: JoinedTexts, place: number): number {
  let low = 0;
  let high = texts.starts.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (startOf(texts, middle) <= place) low = middle;
    else high = middle;
  }
  return low;
}
