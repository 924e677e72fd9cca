const WORD = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’_+#-]*/gu;

/** A run of letters and digits in its place: what is between two words tells whether they may stand together. */
export interface Word {
  /** As written. */
  text: string;
  /** Offset of the first character in its text. */
  at: number;
}

/** Reads the words of a text in order: letters, digits and what joins them (`don't`, `OP_RETURN`, `peer-to-peer`). */
export const readWords = (text: string): Word[] => {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD))
    words.push({ text: match[0].replace(/['’_+-]+$/u, ''), at: match.index });
  return words;
};

/** Whether nothing but space stands between two words of a text, so that they may form a phrase. */
export const isJoined = (text: string, left: Word, right: Word): boolean =>
  /^['’]?\s+['’]?$/u.test(text.slice(left.at + left.text.length, right.at));
