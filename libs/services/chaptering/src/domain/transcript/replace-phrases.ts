import { placedWords } from '@vault/contracts';
import { capitalised, hasCapital, uncapitalised } from './capitals.ts';
import type { ChangedWords, Run } from './changed-words.ts';
import { areOverlapping } from './changed-words.ts';
import { RunFinder } from '../chapters/run-finder.ts';
import { RespelledWords } from './respelled-words.ts';
import { WordTrie } from './word-trie.ts';

/** Words that were said, and what is said instead. */
interface Phrase {
  /** Folded. */
  readonly words: readonly string[];
  readonly original: string;
  readonly now: string;
}

/** Longer phrases are not looked for: a title or summary does not repeat them. */
const maxPhraseWords = 30;

/**
 * Replaces phrases in the texts of a part of the transcript, and words that are written in another way. Only those count
 * that are not said, or not written, there any more.
 */
export class PhraseReplacer {
  private readonly phrases = new WordTrie<Phrase>();
  /** By their words; of several, the first one. */
  private readonly distinct = new Map<string, Phrase>();
  private readonly respelled: RespelledWords;
  private readonly own: { readonly words: ChangedWords; readonly run: Run };
  /** Those that are said in the part; known once a text has one of them. */
  private said: ReadonlySet<Phrase> | undefined;

  /** @param old the words of the part before the edit @param own those after it */
  constructor(words: ChangedWords, old: Run, own: Run) {
    this.own = { words, run: own };
    this.respelled = new RespelledWords(words, old, own);
    const { before, after, replacements } = words;
    for (const replacement of replacements.filter((each) => areOverlapping(each.before, old))) {
      if (replacement.before[1] - replacement.before[0] > maxPhraseWords) continue;
      const foldedBefore = before.foldedWords(replacement.before);
      const now = after.textOf(replacement.after);
      const key = foldedBefore.join(' ');
      if (foldedBefore.length === 0 || now === '' || this.distinct.has(key)) continue;
      const phrase = { words: foldedBefore, original: before.textOf(replacement.before), now };
      this.distinct.set(key, phrase);
      this.phrases.add(foldedBefore, phrase);
    }
  }

  replaceIn(text: string): string {
    if (this.distinct.size === 0 && this.respelled.count === 0) return text;
    const placed = placedWords(text);
    let result = '';
    let written = 0;
    for (let index = 0; index < placed.length; index += 1) {
      const [first, phrase] = [placed[index], this.phraseAt(placed, index)];
      const last = placed[index + (phrase?.words.length ?? 1) - 1];
      if (!first || !last) continue;
      const replaced = text.slice(first.from, last.to);
      result += text.slice(written, first.from);
      result += phrase ? inCaseOf(replaced, phrase) : this.respelled.of(replaced);
      written = last.to;
      index += (phrase?.words.length ?? 1) - 1;
    }
    return result + text.slice(written);
  }

  /** The longest phrase at a word that is not said any more. */
  private phraseAt(placed: readonly { folded: string }[], at: number): Phrase | undefined {
    const walk = this.phrases.walk();
    let found: Phrase | undefined;
    for (let index = at; !walk.isOver && index < placed.length; index += 1) {
      const word = placed[index]?.folded ?? '';
      const phrase = walk.valueWith(word);
      if (phrase && !this.isStillSaid(phrase)) found = phrase;
      walk.step(word);
    }
    return found;
  }

  private isStillSaid(phrase: Phrase): boolean {
    this.said ??= this.findSaid();
    return this.said.has(phrase);
  }

  private findSaid(): ReadonlySet<Phrase> {
    const phrases = [...this.distinct.values()];
    const { words, run } = this.own;
    const places = new RunFinder(phrases.map((phrase) => phrase.words)).firstPlaces(
      words.after.foldedWords(run),
    );
    return new Set(phrases.filter((_, index) => places[index] !== undefined));
  }
}

/** The new words, with a capital first letter where the replaced ones have one for their place and not for their meaning. */
function inCaseOf(replaced: string, { original, now }: Phrase): string {
  if (hasCapital(replaced)) return capitalised(now);
  return hasCapital(original) && hasCapital(now) ? uncapitalised(now) : now;
}
