const wordPattern = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’_+#-]*/gu;

/** A word and its position. */
export interface Word {
  /** In its original form. */
  text: string;
  /** Offset of the first character in the text. */
  at: number;
}

/**
 * Reads the words of a text in order: letters, digits and characters that join them (`don't`, `OP_RETURN`,
 * `peer-to-peer`).
 */
export const readWords = (text: string): Word[] => {
  const words: Word[] = [];
  for (const match of text.matchAll(wordPattern))
    words.push({ text: match[0].replace(/['’_+-]+$/u, ''), at: match.index });
  return words;
};

/** Whether only spaces separate two words, so that they may form a phrase. */
export const isJoined = (text: string, left: Word, right: Word): boolean =>
  /^['’]?\s+['’]?$/u.test(text.slice(left.at + left.text.length, right.at));
