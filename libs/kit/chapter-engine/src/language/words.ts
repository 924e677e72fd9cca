const wordPattern = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’_+#-]*/gu;
const joiners = "'’_+-";

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
    const word = withoutJoiners(match[0]);
    words.push({ text: word, folded: fold(word), at: match.index });
  }
  return words;
};

/** Without the joining characters at its end. */
const withoutJoiners = (word: string): string => {
  let end = word.length;
  while (joiners.includes(word.charAt(end - 1)) && end > 0) end--;
  return word.slice(0, end);
};

/** Whether only spaces separate two words, so that they may form a phrase. */
export const isJoined = (text: string, left: Word, right: Word): boolean => {
  const end = left.at + left.text.length;
  const isSpace = right.at === end + 1 && text[end] === ' ';
  return isSpace || /^['’]?\s+['’]?$/u.test(text.slice(end, right.at));
};
