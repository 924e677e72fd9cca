import { glossaryLimits, wordingOf, type GlossaryOffer, type TranscriptChange } from '@vault/contracts';
import { alignWords } from '../transcript/align-words.ts';
import { SpokenWords, type Run } from '../transcript/changed-words.ts';
import type { Cue } from '../chapters/chapter.ts';
import { GlossaryMatcher } from './glossary-matcher.ts';
import { glossaryPlaces, withPlaces } from './glossary-places.ts';
import type { GlossaryTerm } from './glossary-term.ts';

/** Words that a person has replaced. */
export interface Correction {
  /** Folded. */
  readonly from: string;
  readonly to: string;
  /** Whether it is written as a name wherever it stands: with a capital that no sentence begins with. */
  readonly isName?: boolean;
}

/** How often people have made a change. */
export interface CountedCorrection extends Correction {
  readonly count: number;
  readonly lastAt: Date;
  readonly isDismissed?: boolean;
}

/** Longer phrases are sentences that were written again. */
const maxWords = 4;
/** One change of words that are no name may be a coincidence. */
const minCount = 2;
/** Shorter ordinary words, such as “he” and “the”, are replaced by a name, but never misheard for one everywhere. */
const minOrdinaryLetters = 4;
const beginOfSentence = /[.!?:…][^\p{L}\p{N}]*\s/u;
/** The word “I” is none. */
const capital = /^(?!I(?:['’]|$))\p{Lu}/u;
const innerCapital = /^\p{L}\P{Lu}*\p{Lu}/u;

/** Two phrases next to each other are not one. */
const betweenPhrases = /[,;:!?…]|\.\s/u;

/** The phrases that an edit of a transcript replaces by others, in order; none of those that the glossary replaces. */
export function correctionsIn({
  changes,
  terms,
}: {
  readonly changes: readonly TranscriptChange[];
  readonly terms: readonly GlossaryTerm[];
}): Correction[] {
  const matcher = new GlossaryMatcher(terms);
  const byPeople = changes.filter(
    ({ before, after }) => !isByGlossary(matcher, before, after) && !isByGlossary(matcher, after, before),
  );
  return byPeople.flatMap(({ before, after }) => {
    const [old, own] = [new SpokenWords(before), new SpokenWords(after)];
    const [all, now] = [old.foldedWords([0, old.count]), own.foldedWords([0, own.count])];
    return alignWords(all, now).flatMap((replacement): Correction[] => {
      const sizes = [replacement.before, replacement.after].map(([from, to]) => to - from);
      if (sizes.some((size) => size < 1 || size > maxWords)) return [];
      const from = wordingOf(old.textOf(replacement.before)).folded;
      const to = own.textOf(replacement.after);
      const isTooLong = Math.max(from.length, to.length) > glossaryLimits.length;
      const isNoPhrase = betweenPhrases.test(from) || from === wordingOf(to).folded;
      if (isTooLong || isNoPhrase) return [];
      return [{ from, to, ...(isWrittenAsName(own, replacement.after) && { isName: true }) }];
    });
  });
}

/** Whether all of a change is what the glossary does: of a name of several words, each may be a correction of its own. */
function isByGlossary(matcher: GlossaryMatcher, before: readonly Cue[], after: readonly Cue[]): boolean {
  const places = glossaryPlaces(before, matcher);
  const texts = (lines: readonly Cue[]) => lines.map(({ text }) => text).join('\n');
  return places.length > 0 && texts(withPlaces(before, places)) === texts(after);
}

function isWrittenAsName(words: SpokenWords, [from, to]: Run): boolean {
  const isInSentence = from > 0 && !beginOfSentence.test(words.textOf([from - 1, from + 1]));
  for (let at = from; at < to; at += 1) {
    const word = words.textOf([at, at + 1]);
    if (innerCapital.test(word) || (capital.test(word) && (at > from || isInSentence))) return true;
  }
  return false;
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
  for (const correction of corrections) {
    const { from, to } = correction;
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
    list.add({ ...same, ...correction, lastAt: now, count: (same?.count ?? 0) + 1 });
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

  /** What people refuse is remembered apart: each corrected word is a correction, and would soon take its place. */
  newest(count: number): CountedCorrection[] {
    const all = [...this.corrections.values()];
    const [open, refused] = [false, true].map((isRefused) =>
      all.filter(({ isDismissed = false }) => isDismissed === isRefused).slice(-count),
    );
    return [...(refused ?? []), ...(open ?? [])].reverse();
  }
}

function keyOf({ from, to }: Correction): string {
  return JSON.stringify([from, to]);
}

/**
 * The corrections that may become terms, the newest first: those to a name, and those that were made twice.
 * @param isOrdinary whether a folded word is an ordinary one
 */
export function offersOf(
  counted: readonly CountedCorrection[],
  terms: readonly GlossaryTerm[],
  isOrdinary: (word: string) => boolean,
): GlossaryOffer[] {
  const wordings = knownWordings(terms);
  const names = wordingsOf(terms.map(({ term }) => term));
  const isName = ({ to, isName: isWritten }: CountedCorrection) => {
    if (isWritten || names.has(wordingOf(to).folded)) return true;
    // A capital that begins a sentence.
    return wordingOf(to).words.some(
      ({ folded, from, to: end }) => capital.test(to.slice(from, end)) && !isOrdinary(folded),
    );
  };
  const isOffered = (each: CountedCorrection) =>
    isName(each)
      ? each.count > 0 && (each.from.length >= minOrdinaryLetters || !isOrdinary(each.from))
      : each.count >= minCount && !isOrdinary(each.from);
  return counted
    .filter((each) => !each.isDismissed && !wordings.has(each.from) && isOffered(each))
    .map(({ from, to, count }) => ({ from, to, count }));
}

/** Marks corrections that are not offered again; also those that nobody has made, which were proposed. */
export function withDismissed(
  counted: readonly CountedCorrection[],
  dismissed: readonly Correction[],
  now: Date,
): CountedCorrection[] {
  const list = new CorrectionList(counted);
  for (const { from, to } of dismissed) {
    const correction = { from: wordingOf(from).folded, to };
    const same = list.find(correction) ?? { ...correction, count: 0, lastAt: now };
    list.remove(same);
    list.add({ ...same, isDismissed: true });
  }
  return list.newest(glossaryLimits.corrections);
}

/** Whether people have said that words are not meant. */
export function refusedAmong(counted: readonly CountedCorrection[]): (correction: Correction) => boolean {
  const refused = new Set(counted.filter(({ isDismissed }) => isDismissed).map(keyOf));
  return (correction) => refused.has(keyOf(correction));
}

/** Terms and wrong forms, folded. */
export function knownWordings(terms: readonly GlossaryTerm[]): ReadonlySet<string> {
  return wordingsOf(terms.flatMap(({ term, wrongForms }) => [term, ...wrongForms]));
}

function wordingsOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.map((text) => wordingOf(text).folded));
}
