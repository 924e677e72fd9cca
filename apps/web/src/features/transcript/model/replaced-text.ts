interface Span {
  readonly from: number;
  readonly to: number;
}

interface Replacing {
  readonly replacement: string;
  /** Whether the text begins a sentence. */
  readonly isSentenceBefore: boolean;
}

const sentenceEnd = /[.!?…。！？][\s"'“”‘’«»()[\]「」]*$/u;
/** What joins words to those before them. */
const joint = /[,;:–—、，；：]$/u;
/** Punctuation after removed words: one that is written together with what follows is a part of that. */
const punctuation = /^\s*(?:[,;:.!?…]+(?=[\s"'”’»)\]」]|$)|[–—](?=\s|$)|[、，；：。！？]+)/u;

/** Characters before a place that tell how a sentence goes on there. */
const tail = 32;

/** Whether nothing follows a text but a new sentence. */
export function endsSentence(text: string): boolean {
  return text.trim() === '' || sentenceEnd.test(text.trimEnd().slice(-8));
}

/**
 * A text with other words in some places. A capital at the start of a sentence stays; where words are removed, so is the
 * punctuation that only they needed.
 */
export function replacedText(text: string, places: readonly Span[], replacing: Replacing): string {
  const { replacement } = replacing;
  /** What no place after it can change, and what is written after that. */
  let settled = '';
  let written = '';
  let done = 0;
  let isCapitalLost = false;
  const isFirst = () => settled === '' && written.trim() === '';
  const write = (to: number) => {
    const next = text.slice(done, to);
    const word = isCapitalLost && /\p{L}/u.exec(next);
    if (word) isCapitalLost = false;
    written += word ? next.replace(word[0], word[0].toUpperCase()) : next;
    done = Math.max(done, to);
  };
  for (const { from, to } of places) {
    write(from);
    if (written.length > 2 * tail) {
      settled += written.slice(0, -tail);
      written = written.slice(-tail);
    }
    const isStart =
      settled === '' && written.trim() === '' ? replacing.isSentenceBefore : endsSentence(written);
    const hasCapital = isStart && isCapital(text.slice(from, to));
    done = to;
    if (replacement.trim() !== '') {
      written += hasCapital && isPlainWord(replacement) ? capitalised(replacement) : replacement;
      continue;
    }
    isCapitalLost ||= hasCapital;
    const mark = punctuation.exec(text.slice(to))?.[0] ?? '';
    if (mark !== '') {
      written = written.trimEnd();
      const isStronger = sentenceEnd.test(mark) && joint.test(written);
      if (isStronger) written = written.slice(0, -1).trimEnd();
      else if (isFirst() || joint.test(written) || endsSentence(written)) done += mark.length;
    }
    if (text[done] === ' ' && (isFirst() || written.endsWith(' '))) done += 1;
  }
  write(text.length);
  return (settled + written).replaceAll(/ {2,}/g, ' ').trim();
}

function isCapital(text: string): boolean {
  const first = firstCharacter(text);
  return first !== first.toLowerCase();
}

/** Whether the first word has no capitals: a name such as iPhone stays. */
function isPlainWord(text: string): boolean {
  const [word = ''] = text.trim().split(/\s/);
  return word === word.toLowerCase();
}

function capitalised(text: string): string {
  const first = firstCharacter(text);
  return first.toUpperCase() + text.slice(first.length);
}

function firstCharacter(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 32);
}
