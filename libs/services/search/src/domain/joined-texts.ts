/** Separates two texts and occurs in none, so no keyword matches across texts. */
const separator = '\0';

/** Texts joined in one buffer, outside the JavaScript heap. */
export interface JoinedTexts {
  readonly bytes: Buffer;
  /** The offset of each text, and the end of the last one. */
  readonly starts: Uint32Array;
}

/** A text, or a keyword, with no separator in it. */
export function withoutSeparators(text: string): string {
  return text.replaceAll(separator, ' ');
}

/** @param change applied to all texts at once, which is faster; must keep separators */
export function joinTexts(texts: readonly string[], change = (joined: string) => joined): JoinedTexts {
  const bytes = Buffer.from(change(texts.map((text) => withoutSeparators(text) + separator).join('')));
  const starts = new Uint32Array(texts.length + 1);
  for (let index = 0, end = 0; index < texts.length; index += 1) {
    end = bytes.indexOf(0, end) + 1;
    starts[index + 1] = end;
  }
  return { bytes, starts };
}

/** The offset of a text; the end of the buffer for an index after the last. */
export function startOf({ starts, bytes }: JoinedTexts, index: number): number {
  return starts[index] ?? bytes.length;
}

export function textOf(texts: JoinedTexts, index: number): string {
  const end = startOf(texts, index + 1) - separator.length;
  return texts.bytes.toString('utf8', startOf(texts, index), end);
}

/**
 * The index of the text that contains an offset.
 * @param from a text at or before it: a near one is found faster
 */
export function textAt(texts: JoinedTexts, offset: number, from = 0): number {
  let low = from;
  let step = 1;
  while (startOf(texts, low + step) <= offset && low + step < texts.starts.length) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, texts.starts.length - 1);
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (startOf(texts, middle) <= offset) low = middle;
    else high = middle;
  }
  return low;
}
