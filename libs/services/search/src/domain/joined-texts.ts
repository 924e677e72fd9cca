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

/** @param change done to all texts at once, which is quicker; separators stay as they are */
export function joinTexts(texts: readonly string[], change = (joined: string) => joined): JoinedTexts {
  const bytes = Buffer.from(change(texts.map((text) => withoutSeparators(text) + separator).join('')));
  const starts = new Uint32Array(texts.length + 1);
  for (let index = 0, end = 0; index < texts.length; index += 1) {
    end = bytes.indexOf(0, end) + 1;
    starts[index + 1] = end;
  }
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
