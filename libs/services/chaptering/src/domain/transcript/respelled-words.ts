import { capitalised, hasCapital, hasInnerCapital, uncapitalised } from './capitals.ts';
import type { ChangedWords, Run } from './changed-words.ts';

interface Respelling {
  readonly original: string;
  readonly now: string;
}

/** Words that are said as before and written in another way: SaaS for saas, Zoë for Zoe, Sarah for sarah. */
export class RespelledWords {
  /** By the old form without its capital. */
  private readonly all = new Map<string, Respelling>();
  /** How words are written in the part; known once a text has one of them. */
  private written: ReadonlySet<string> | undefined;

  /** @param old the words of a part of the transcript before the edit @param own those after it */
  constructor(
    private readonly words: ChangedWords,
    old: Run,
    private readonly own: Run,
  ) {
    for (const span of words.spans) {
      const [from, to] = words.before.wordsOf(span);
      for (let word = Math.max(from, old[0]); word < Math.min(to, old[1]); word += 1) this.add(word);
    }
  }

  get count(): number {
    return this.all.size;
  }

  /** A word of a text as it is written now. */
  of(word: string): string {
    const found = this.all.get(uncapitalised(word));
    if (!found || this.isStillWritten(found)) return word;
    if (word === found.original) return found.now;
    return hasCapital(word) && !hasInnerCapital(found.now) ? capitalised(found.now) : found.now;
  }

  private add(word: number): void {
    const { before, after, places } = this.words;
    const place = places[word];
    if (!place || place[1] - place[0] !== 1) return;
    const [original, now] = [before.textOf([word, word + 1]), after.textOf(place)];
    if (original === now || before.foldedWords([word, word + 1])[0] !== after.foldedWords(place)[0]) return;
    const isMeant =
      uncapitalised(original) !== uncapitalised(now) ||
      (hasCapital(now) && !before.isSentenceStart(word) && !after.isSentenceStart(place[0]));
    if (isMeant) this.all.set(uncapitalised(original), { original, now });
  }

  private isStillWritten({ original }: Respelling): boolean {
    const { own, words } = this;
    this.written ??= new Set(
      Array.from({ length: own[1] - own[0] }, (_, at) => words.after.textOf([own[0] + at, own[0] + at + 1])),
    );
    return this.written.has(original);
  }
}
