const wordPattern = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’_+#-]*/gu;

/** A word and its position. */
export interface Word {
  /** In its original form. */
  text: string;
  folded: string;
  /** Offset of the first character in the text. */
  at: number;
}

/** In lower case, with straight apostrophes. */
export const fold = (text: string): string => {
  const lower = text.toLowerCase();
  // Three times as fast as replacing nothing.
  return lower.includes('’') ? lower.replaceAll('’', "'") : lower;
};

/**
 * Reads the words of a text in order: letters, digits and characters that join them (`don't`, `OP_RETURN`,
 * `peer-to-peer`).
 */
export const readWords = (text: string): Word[] => {
  const words: Word[] = [];
  for (const match of text.matchAll(wordPattern)) {
    const word = match[0].replace(/['’_+-]+$/u, '');
    words.push({ text: word, folded: fold(word), at: match.index });
  }
  return words;
};

/** Whether only spaces separate two words, so that they may form a phrase. */
export const isJoined = (text: string, left: Word, right: Word): boolean => {
  const end = left.at + left.text.length;
  const isSpace = right.at === end + 1 && text[end] === ' ';
  return isSpace || /^['’]?\s+['’]?$/u.test(text.slice(end, right.at));
};
