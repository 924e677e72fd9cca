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
  let result = [...counted];
  for (const { from, to } of corrections) {
    const target = wordingOf(to).folded;
    // The second is an undo of what the glossary has changed.
    if (wordings.has(from) || wrong.has(target)) continue;
    const others = (own: Correction) => result.filter((each) => each !== own);
    const undone = result.find((each) => each.from === target && wordingOf(each.to).folded === from);
    if (undone) {
      const rest = others(undone);
      const isKept = undone.count > 1 || undone.isDismissed;
      result = isKept ? [{ ...undone, count: Math.max(0, undone.count - 1) }, ...rest] : rest;
      continue;
    }
    const same = result.find((each) => each.from === from && each.to === to);
    const next = { ...(same ?? { from, to, count: 0 }), lastAt: now };
    result = [{ ...next, count: next.count + 1 }, ...(same ? others(same) : result)];
  }
  return result.slice(0, glossaryLimits.corrections);
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
  const isDismissed = ({ from, to }: Correction) =>
    dismissed.some((each) => wordingOf(each.from).folded === from && each.to === to);
  return counted.map((each) => (isDismissed(each) ? { ...each, isDismissed: true } : each));
}

/** Terms and wrong forms, folded. */
function knownWordings(terms: readonly GlossaryTerm[]): ReadonlySet<string> {
  return wordingsOf(terms.flatMap(({ term, wrongForms }) => [term, ...wrongForms]));
}

function wordingsOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.map((text) => wordingOf(text).folded));
}
