import { glossaryLimits, wordingOf, type GlossaryOffer, type TranscriptChange } from '@vault/contracts';
import { alignWords } from './align-words.ts';
import { SpokenWords } from './changed-words.ts';
import type { GlossaryTerm } from './glossary-term.ts';

/** Words that a person has replaced. */
export interface Correction {
  /** Folded. */
  readonly from: string;
  readonly to: string;
}

/** How often people have made a change. */
export interface CountedCorrection extends Correction {
  readonly count: number;
  readonly lastAt: Date;
  readonly isDismissed?: boolean;
}

/** Longer phrases are sentences that were written again. */
const maxWords = 4;
/** One change may be a coincidence. */
const minCount = 2;

/** Two phrases next to each other are not one. */
const betweenPhrases = /[,;:!?…]|\.\s/u;

/** The phrases that an edit of a transcript replaces by others, in order. */
export function correctionsIn(changes: readonly TranscriptChange[]): Correction[] {
  return changes.flatMap(({ before, after }) => {
    const [old, own] = [new SpokenWords(before), new SpokenWords(after)];
    const [all, now] = [old.foldedWords([0, old.count]), own.foldedWords([0, own.count])];
    return alignWords(all, now).flatMap((replacement): Correction[] => {
      const sizes = [replacement.before, replacement.after].map(([from, to]) => to - from);
      if (sizes.some((size) => size < 1 || size > maxWords)) return [];
      const from = wordingOf(old.textOf(replacement.before)).folded;
      const to = own.textOf(replacement.after);
      const isTooLong = Math.max(from.length, to.length) > glossaryLimits.length;
      const isNoPhrase = betweenPhrases.test(from) || from === wordingOf(to).folded;
      return isTooLong || isNoPhrase ? [] : [{ from, to }];
    });
  });
}

/** Counts corrections; one that takes an earlier one back takes its count back. The newest first, none of the glossary. */
export function countCorrections(
  counted: readonly CountedCorrection[],
  corrections: readonly Correction[],
  { terms, now }: { readonly terms: readonly GlossaryTerm[]; readonly now: Date },
): CountedCorrection[] {
  const wordings = knownWordings(terms);
  const wrong = wordingsOf(terms.flatMap(({ wrongForms }) => wrongForms));
  const list = new CorrectionList(counted);
  for (const { from, to } of corrections) {
    const target = wordingOf(to).folded;
    // The second is an undo of what the glossary has changed.
    if (wordings.has(from) || wrong.has(target)) continue;
    const undone = list.newestOf(target, from);
    if (undone) {
      const isKept = undone.count > 1 || undone.isDismissed;
      list.remove(undone);
      if (isKept) list.add({ ...undone, count: Math.max(0, undone.count - 1) });
      continue;
    }
    const same = list.find({ from, to });
    if (same) list.remove(same);
    list.add({ ...(same ?? { from, to, count: 0 }), lastAt: now, count: (same?.count ?? 0) + 1 });
  }
  return list.newest(glossaryLimits.corrections);
}

/** Corrections in the order of their last change; each is found at once, however many there are. */
class CorrectionList {
  /** By their words, the oldest first. */
  private readonly corrections = new Map<string, CountedCorrection>();
  /** By their words folded, the oldest first; with those that were removed since. */
  private readonly byWording = new Map<string, CountedCorrection[]>();

  /** @param counted the newest first */
  constructor(counted: readonly CountedCorrection[]) {
    for (const each of counted.toReversed()) this.add(each);
  }

  find(correction: Correction): CountedCorrection | undefined {
    return this.corrections.get(keyOf(correction));
  }

  /** @param to folded */
  newestOf(from: string, to: string): CountedCorrection | undefined {
    const some = this.byWording.get(keyOf({ from, to })) ?? [];
    for (let last = some.at(-1); last; last = some.at(-1)) {
      if (this.find(last) === last) return last;
      some.pop();
    }
    return undefined;
  }

  add(correction: CountedCorrection): void {
    this.corrections.set(keyOf(correction), correction);
    const wording = keyOf({ from: correction.from, to: wordingOf(correction.to).folded });
    const some = this.byWording.get(wording);
    if (some) some.push(correction);
    else this.byWording.set(wording, [correction]);
  }

  remove(correction: Correction): void {
    this.corrections.delete(keyOf(correction));
  }

  newest(count: number): CountedCorrection[] {
    return [...this.corrections.values()].slice(-count).reverse();
  }
}

function keyOf({ from, to }: Correction): string {
  return JSON.stringify([from, to]);
}

/** The corrections that may become terms, the newest first. */
export function offersOf(
  counted: readonly CountedCorrection[],
  terms: readonly GlossaryTerm[],
): GlossaryOffer[] {
  const wordings = knownWordings(terms);
  return counted
    .filter(({ from, count, isDismissed }) => count >= minCount && !isDismissed && !wordings.has(from))
    .map(({ from, to, count }) => ({ from, to, count }));
}

/** Marks corrections that are not offered again. */
export function withDismissed(
  counted: readonly CountedCorrection[],
  dismissed: readonly Correction[],
): CountedCorrection[] {
  const keys = new Set(dismissed.map(({ from, to }) => keyOf({ from: wordingOf(from).folded, to })));
  return counted.map((each) => (keys.has(keyOf(each)) ? { ...each, isDismissed: true } : each));
}

/** Terms and wrong forms, folded. */
function knownWordings(terms: readonly GlossaryTerm[]): ReadonlySet<string> {
  return wordingsOf(terms.flatMap(({ term, wrongForms }) => [term, ...wrongForms]));
}

function wordingsOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.map((text) => wordingOf(text).folded));
}
