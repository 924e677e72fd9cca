import { glossaryLimits, wordingOf } from '@vault/contracts';
import { distance } from 'fastest-levenshtein';
import type { Cue } from './chapter.ts';
import { GlossaryMatcher } from './glossary-matcher.ts';
import type { GlossaryTerm } from './glossary-term.ts';
import { SoundIndex } from './sound-index.ts';
import { tokensOf, type Token } from './spoken-tokens.ts';
import { soundOf, soundsLike, type Sound } from './word-sounds.ts';

/** Words of a transcript that sound like a term. */
export interface GlossaryProposal {
  readonly found: string;
  readonly term: string;
  /** How many lines contain them. */
  readonly lines: number;
  /** The first of them. */
  readonly example: Cue;
}

interface Vocabulary {
  /** ISO 639-1. */
  readonly language: string;
  /** Whether a folded word is in the dictionary of the language; absent without a dictionary. */
  readonly isOrdinary?: (word: string) => boolean;
}

/** A term with its sounds. */
interface Target {
  readonly term: string;
  readonly words: readonly Sound[];
  /** Of all words as one. */
  readonly sound: Sound;
}

/** Some words that sound like a term, as indexes of tokens. */
interface Candidate extends Found {
  readonly from: number;
  readonly to: number;
}

interface Found {
  readonly target: Target;
  /** 0 to 1. */
  readonly likeness: number;
}

/** The least likeness of spellings: the share of letters that are the same. */
const minLikeness = {
  /** Of long names that begin with the same letter. */
  long: 0.5,
  other: 0.65,
  /** Of words that are parted or joined, as others next to each other sound like a name too; and without a dictionary. */
  parted: 0.75,
  /** Of short names and words of a dictionary. */
  strict: 0.85,
};
const minLongLetters = 7;
const minLetters = 6;
/** Words are compared with so many terms of their sound: more of one sound are no names of a person's talks. */
const maxCompared = 30;
/** So many words are remembered with the term that they sound like. */
const maxRemembered = 100_000;

/** The words of a transcript that sound like a term and are spelled nearly so, the most frequent first. */
export function glossaryProposals(
  lines: readonly Cue[],
  terms: readonly GlossaryTerm[],
  vocabulary: Vocabulary,
): GlossaryProposal[] {
  const tokens = tokensOf(lines);
  const isKnown = new GlossaryMatcher(terms).knownWords(tokens);
  const finder = new CandidateFinder(terms, vocabulary);
  const words = tokens.map((token) => token.bare?.folded ?? token.folded);
  const candidates: Candidate[] = [];
  for (let from = 0; from < tokens.length; from += 1)
    for (let to = from + 1; to <= from + finder.longest && !isKnown[to - 1] && tokens[to - 1]; to += 1) {
      const found = finder.find(words.slice(from, to));
      if (found) candidates.push({ ...found, from, to });
      // A name does not go on after a comma.
      if (!/^[ -]$/.test(tokens[to - 1]?.separator ?? '')) break;
    }
  return grouped(lines, tokens, apart(candidates, tokens.length));
}

class CandidateFinder {
  /** Most words that may be a term. */
  readonly longest: number;
  private readonly targets: readonly Target[];
  private readonly bySound = new SoundIndex<Target>();
  /** What the words that were compared before sound like. */
  private readonly compared = new Map<string, Found | undefined>();
  private readonly sounds = new Map<string, Sound>();
  private readonly ordinary = new Map<string, boolean>();
  /** First letters of the terms that some words may be: by whether all are ordinary, their number, and that of their letters. */
  private readonly possible = new Map<string, ReadonlySet<string>>();

  constructor(
    terms: readonly GlossaryTerm[],
    private readonly vocabulary: Vocabulary,
  ) {
    this.targets = terms.map(({ term }) => {
      const words = wordingOf(term).words.map(({ folded }) => soundOf(folded, vocabulary.language));
      return { term, words, sound: soundOf(term, vocabulary.language) };
    });
    this.longest = Math.max(0, ...this.targets.map(({ words }) => words.length)) + 1;
    for (const target of this.targets) this.bySound.add(target.sound, target);
  }

  /** The likeliest term that some words sound like. */
  find(words: readonly string[]): Found | undefined {
    const isOrdinary = words.every((word) => this.isOrdinary(word));
    // One word of a dictionary is that word.
    if ((isOrdinary && words.length === 1) || !this.mayBeTerm(words, isOrdinary)) return undefined;
    const key = words.join(' ');
    if (this.compared.has(key)) return this.compared.get(key);
    const found = this.compare(words, isOrdinary);
    if (this.compared.size >= maxRemembered) this.compared.clear();
    this.compared.set(key, found);
    return found;
  }

  private compare(words: readonly string[], isOrdinary: boolean): Found | undefined {
    if (words.some((word) => /\p{N}/u.test(word))) return undefined;
    const sound = soundOf(words.join(''), this.vocabulary.language);
    let best: Found | undefined;
    for (const target of this.bySound.like(sound, maxCompared)) {
      const likeness = this.likenessOf(words, sound, { target, isOrdinary });
      if (likeness > (best?.likeness ?? 0)) best = { target, likeness };
    }
    return best;
  }

  /** A quick check that sorts out most words: to find out how they sound takes longer. */
  private mayBeTerm(words: readonly string[], isOrdinary: boolean): boolean {
    const length = words.reduce((sum, word) => sum + word.length, 0);
    const key = `${String(isOrdinary)} ${String(words.length)} ${String(length)}`;
    const first = this.possible.get(key) ?? this.firstLetters(words.length, length, isOrdinary);
    this.possible.set(key, first);
    return isOrdinary ? first.has(words[0]?.charAt(0) ?? '') : first.size > 0;
  }

  private firstLetters(count: number, length: number, isOrdinary: boolean): ReadonlySet<string> {
    const least = isOrdinary ? minLikeness.strict : minLikeness.long;
    const possible = this.targets.filter(({ words, sound: { letters } }) => {
      const [shorter, longer] = [Math.min(length, letters.length), Math.max(length, letters.length)];
      return Math.abs(words.length - count) <= 1 && shorter >= longer * least;
    });
    return new Set(possible.map(({ sound }) => sound.letters.charAt(0)));
  }

  /** 0: they are other words. */
  private likenessOf(
    words: readonly string[],
    sound: Sound,
    { target, isOrdinary }: { readonly target: Target; readonly isOrdinary: boolean },
  ): number {
    const { length } = target.words;
    if (Math.abs(words.length - length) > 1) return 0;
    const likeness = likenessOfSpelling(sound, target.sound);
    const isLike =
      words.length === length
        ? words.every((word, index) => this.isLike(word, target.words[index]))
        : likeness >= (isOrdinary || !this.vocabulary.isOrdinary ? minLikeness.strict : minLikeness.parted);
    return isLike ? likeness : 0;
  }

  /** Whether one word is a word of a term or like it. */
  private isLike(word: string, target: Sound | undefined): boolean {
    const sound = this.soundOf(word);
    if (!target || sound.letters === target.letters) return true;
    const least = this.isOrdinary(word)
      ? minLikeness.strict
      : leastFor(sound, target, this.vocabulary.isOrdinary !== undefined);
    return soundsLike(sound, target) && likenessOfSpelling(sound, target) >= least;
  }

  private soundOf(word: string): Sound {
    const sound = this.sounds.get(word) ?? soundOf(word, this.vocabulary.language);
    this.sounds.set(word, sound);
    return sound;
  }

  private isOrdinary(word: string): boolean {
    const isOrdinary = this.ordinary.get(word) ?? this.vocabulary.isOrdinary?.(word) ?? false;
    this.ordinary.set(word, isOrdinary);
    return isOrdinary;
  }
}

/** @param isUnusual whether the word is in no dictionary; false where there is none */
function leastFor({ letters: one }: Sound, { letters: other }: Sound, isUnusual: boolean): number {
  const length = Math.min(one.length, other.length);
  if (length < minLetters) return minLikeness.strict;
  if (!isUnusual) return minLikeness.parted;
  const isLong = length >= minLongLetters && one.charAt(0) === other.charAt(0);
  return isLong ? minLikeness.long : minLikeness.other;
}

function likenessOfSpelling({ letters: one }: Sound, { letters: other }: Sound): number {
  return 1 - distance(one, other) / Math.max(one.length, other.length);
}

/** The likeliest of those that share words. */
function apart(candidates: readonly Candidate[], count: number): Candidate[] {
  const isTaken = Array<boolean>(count).fill(false);
  const sorted = [...candidates].sort((one, other) => other.likeness - one.likeness);
  return sorted.filter(({ from, to }) => {
    for (let at = from; at < to; at += 1) if (isTaken[at]) return false;
    isTaken.fill(true, from, to);
    return true;
  });
}

function grouped(
  lines: readonly Cue[],
  tokens: readonly Token[],
  candidates: readonly Candidate[],
): GlossaryProposal[] {
  const groups = new Map<string, { found: string; term: string; lines: Set<number>; first: number }>();
  for (const { from, to, target } of candidates) {
    const window = tokens.slice(from, to);
    const found = window.map((token) => (token.bare ? token.exact.slice(0, -2) : token.exact)).join(' ');
    const key = `${found.toLowerCase()}\n${target.term}`;
    const line = window[0]?.line ?? 0;
    const group = groups.get(key) ?? { found, term: target.term, lines: new Set<number>(), first: line };
    group.lines.add(line);
    group.first = Math.min(group.first, line);
    groups.set(key, group);
  }
  return [...groups.values()]
    .sort((one, other) => other.lines.size - one.lines.size)
    .slice(0, glossaryLimits.proposals)
    .flatMap(({ found, term, lines: indexes, first }) => {
      const example = lines[first];
      return example ? [{ found, term, lines: indexes.size, example }] : [];
    });
}
