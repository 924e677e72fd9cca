import { placedWords } from '@vault/contracts';
import type { ChangedWords, Run } from './changed-words.ts';
import { areOverlapping } from './changed-words.ts';

/** Words that were said, and what is said instead. */
interface Phrase {
  /** Folded. */
  readonly words: readonly string[];
  readonly original: string;
  readonly now: string;
}

/** Longer phrases are not looked for: a title or summary does not repeat them. */
const maxPhraseWords = 30;

/** Replaces phrases in the texts of a part of the transcript. Only phrases count that are not said there any more. */
export class PhraseReplacer {
  /** By their first word, the longest first. */
  private readonly phrases = new Map<string, Phrase[]>();
  private readonly stillSaid = new Map<Phrase, boolean>();

  /** @param old the words of the part before the edit @param own those after it */
  constructor(
    private readonly words: ChangedWords,
    old: Run,
    private readonly own: Run,
  ) {
    const { before, after, replacements } = words;
    for (const replacement of replacements.filter((each) => areOverlapping(each.before, old))) {
      const foldedBefore = before.foldedWords(replacement.before);
      const [first = ''] = foldedBefore;
      const now = after.textOf(replacement.after);
      if (foldedBefore.length > maxPhraseWords || now === '') continue;
      const others = this.phrases.get(first) ?? [];
      others.push({ words: foldedBefore, original: before.textOf(replacement.before), now });
      this.phrases.set(first, others);
    }
    for (const phrases of this.phrases.values())
      phrases.sort((one, other) => other.words.length - one.words.length);
  }

  replaceIn(text: string): string {
    if (this.phrases.size === 0) return text;
    const placed = placedWords(text);
    let result = '';
    let written = 0;
    for (let index = 0; index < placed.length; index += 1) {
      const [first, phrase] = [placed[index], this.phraseAt(placed, index)];
      const last = placed[index + (phrase?.words.length ?? 0) - 1];
      if (!first || !phrase || !last) continue;
      result += text.slice(written, first.from) + inCaseOf(text.slice(first.from, last.to), phrase);
      written = last.to;
      index += phrase.words.length - 1;
    }
    return result + text.slice(written);
  }

  private phraseAt(placed: readonly { folded: string }[], at: number): Phrase | undefined {
    const phrases = this.phrases.get(placed[at]?.folded ?? '') ?? [];
    return phrases.find(
      (phrase) =>
        phrase.words.every((word, index) => placed[at + index]?.folded === word) && !this.isStillSaid(phrase),
    );
  }

  private isStillSaid(phrase: Phrase): boolean {
    const cached = this.stillSaid.get(phrase);
    if (cached !== undefined) return cached;
    const isSaid = this.words.after.findAll(phrase.words, this.own).length > 0;
    this.stillSaid.set(phrase, isSaid);
    return isSaid;
  }
}

/** The new words, with a capital first letter where the replaced ones have one for their place and not for their meaning. */
function inCaseOf(replaced: string, { original, now }: Phrase): string {
  if (hasCapital(replaced)) return capitalised(now);
  return hasCapital(original) && hasCapital(now) ? now.charAt(0).toLowerCase() + now.slice(1) : now;
}

export function hasCapital(text: string): boolean {
  const first = text.charAt(0);
  return first !== first.toLowerCase();
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
