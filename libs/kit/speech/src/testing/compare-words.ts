/** Sounds that are no words, and spellings of one word. */
const noWords = new Set('uh um uhm hm hmm mm mhm er erm ah oh'.split(' '));
const spellings: Readonly<Record<string, string>> = {
  alright: 'all right',
  yknow: 'you know',
  mr: 'mister',
  mrs: 'missus',
  ok: 'okay',
  gonna: 'going to',
  wanna: 'want to',
};

/**
 * The words of a text as they are compared: no case, punctuation, hesitation, or note in brackets, and one spelling.
 * @returns each with the number of the word of the text, what is between white space, that it comes from
 */
export function comparedWords(text: string): { word: string; from: number }[] {
  return (text.match(/\S+/g) ?? []).flatMap((part, from) => {
    if (/^[<[].*[>\]]$/.test(part)) return [];
    const words =
      part
        .toLowerCase()
        .replaceAll('’', "'")
        .match(/[\p{L}\p{N}']+/gu) ?? [];
    return words
      .map((word) => word.replace(/^'+|'+$/g, ''))
      .flatMap((word) => (spellings[word] ?? word).split(' '))
      .filter((word) => word !== '' && !noWords.has(word))
      .map((word) => ({ word, from }));
  });
}

/** Where two lists of words have the same ones, as few as possible being wrong, missing or extra. */
export interface Comparison {
  /** Indexes of the same words: in the reference, and in the other list. */
  readonly same: readonly (readonly [number, number])[];
  readonly errors: number;
}

export function compareWords(reference: readonly string[], words: readonly string[]): Comparison {
  const rows = [Array.from({ length: words.length + 1 }, (_, at) => at)];
  for (const [at, word] of reference.entries()) {
    const above = rows[at] ?? [];
    const row = [at + 1];
    for (const [to, other] of words.entries())
      row.push(
        Math.min((above[to] ?? 0) + (word === other ? 0 : 1), (above[to + 1] ?? 0) + 1, (row[to] ?? 0) + 1),
      );
    rows.push(row);
  }
  const same: [number, number][] = [];
  let [at, to] = [reference.length, words.length];
  while (at > 0 && to > 0) {
    const cost = rows[at]?.[to] ?? 0;
    const isSame = reference[at - 1] === words[to - 1];
    if (cost === (rows[at - 1]?.[to - 1] ?? 0) + (isSame ? 0 : 1)) {
      at -= 1;
      to -= 1;
      if (isSame) same.unshift([at, to]);
    } else if (cost === (rows[at - 1]?.[to] ?? 0) + 1) at -= 1;
    else to -= 1;
  }
  return { same, errors: rows.at(-1)?.at(-1) ?? 0 };
}

/** Wrong, missing and extra words per spoken word: 0 is perfect. */
export function wordErrorRate(spoken: string, recognised: string): number {
  const [reference = [], words = []] = [spoken, recognised].map((text) =>
    comparedWords(text).map(({ word }) => word),
  );
  return compareWords(reference, words).errors / reference.length;
}
