const eastAsian = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\u3000-\u303F\uFF00-\uFFEF`;
const southEastAsian = String.raw`\p{Script=Thai}\p{Script=Laoo}\p{Script=Khmr}\p{Script=Mymr}`;

const unspaced = new RegExp(`[${eastAsian}${southEastAsian}]`, 'u');
const beginsEastAsian = new RegExp(`^[${eastAsian}]`, 'u');
const endsEastAsian = new RegExp(`[${eastAsian}]$`, 'u');
const beginsUnspaced = new RegExp(`^[${eastAsian}${southEastAsian}]`, 'u');
const endsUnspaced = new RegExp(`[${eastAsian}${southEastAsian}]$`, 'u');
const eastAsians = new RegExp(`[${eastAsian}]+`, 'gu');
const spaceInside = new RegExp(`(?<=[${eastAsian}]) (?=[${eastAsian}])`, 'gu');
/** What a line does not begin with: closing signs, and small letters of Japanese. */
const noBeginning = /^[\p{Pe}\p{Pf}\p{Po}\p{M}\p{Lm}ぁぃぅぇぉっゃゅょァィゥェォッャュョ]/u;
const noEnding = /[\p{Ps}\p{Pi}]$/u;
const sentenceEnd = /[.!?…。！？।។။؟]["'”’)\]」』）]?$/u;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Whether a text ends with a sentence. */
export function endsSentence(text: string): boolean {
  return sentenceEnd.test(text);
}

/**
 * The text of words in their order, as a server tells them: with the spaces that they bring, else with one between two words,
 * except in scripts that write none (Chinese, Japanese, Thai, Lao, Khmer, Burmese).
 */
export function joinWords(told: readonly string[]): string {
  const parts = told.filter((word) => word.trim() !== '');
  const spaced = parts.slice(1).filter((word) => /^\s/.test(word)).length;
  if (6 * spaced >= parts.length) return oneLine(parts.join(''));
  const isByCharacter =
    parts.every((word) => /^\s*.\s*$/su.test(word)) && parts.some((word) => unspaced.test(word));
  const clean = parts.map(oneLine);
  return clean
    .map((word, at) => {
      const before = clean[at - 1];
      return before === undefined || isByCharacter || !isSpaced(before, word) ? word : ` ${word}`;
    })
    .join('');
}

function isSpaced(before: string, after: string): boolean {
  if (endsEastAsian.test(before) || beginsEastAsian.test(after)) return false;
  return !(endsUnspaced.test(before) && beginsUnspaced.test(after));
}

/** A Chinese or Japanese text without the spaces between its words; spaces between its phrases stay. */
export function withoutInnerSpaces(text: string): string {
  const runs = text.match(eastAsians) ?? [];
  const length = runs.reduce((sum, run) => sum + run.length, 0);
  return runs.length > 1 && length / runs.length < 3 ? text.replace(spaceInside, '') : text;
}

/** The places between the words of scripts without spaces at which a text may be cut, rising. */
export function breaksIn(text: string): number[] {
  if (!unspaced.test(text)) return [];
  return Array.from(words.segment(text), ({ index }) => index).filter((at) => {
    const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(at, at + 2)];
    const isInside = endsUnspaced.test(before) || beginsUnspaced.test(after);
    return (
      at > 0 &&
      isInside &&
      !/\s$/.test(before) &&
      !/^\s/.test(after) &&
      !noBeginning.test(after) &&
      !noEnding.test(before)
    );
  });
}

/** How wide a text is, in letters of Latin: those of East Asia are twice as wide. */
export function widthOf(text: string): number {
  return (text.match(eastAsians) ?? []).reduce((sum, run) => sum + run.length, text.length);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
