import { glossaryLimits, wordingOf } from '@vault/contracts';
import type { Cue } from '../chapters/chapter.ts';
import { GlossaryMatcher } from './glossary-matcher.ts';
import type { GlossaryTerm } from './glossary-term.ts';
import { Pronouncer, type Spoken, type Vocabulary } from './pronouncing.ts';
import { distances, weightOfSounds, withOneVowel } from './sound-distance.ts';
import { SoundIndex } from './sound-index.ts';
import type { Sounds } from './sounds-of-letters.ts';
import { tokensOf, type Token } from './spoken-tokens.ts';

/** Words of a transcript that sound like a term. */
export interface GlossaryProposal {
  readonly found: string;
  readonly term: string;
  /** How many lines contain them. */
  readonly lines: number;
  /** The first of them. */
  readonly example: Cue;
}

/** A way to say a term. */
interface Target extends Spoken {
  readonly term: string;
  /** Whether a dictionary knows it. */
  readonly isKnown: boolean;
  readonly weight: number;
  /** Of the sounds of each word. */
  readonly weights: readonly number[];
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

/** Of a word: in no dictionary; only in that of sounds, which has many names; only in that of words; in both. */
type Kind = 'unknown' | 'name' | 'rare' | 'ordinary';

/** The least likeness of sounds. */
interface Bound {
  /** For names of usual length. */
  readonly usual: number;
  /** How much less for each sound more; and the least. */
  readonly slope: number;
  readonly least: number;
}

const bounds = {
  /** One word that is in no dictionary. */
  unknown: { usual: 0.85, slope: 0.06, least: 0.65 },
  /** One word that is a name. */
  name: { usual: 0.92, slope: 0.045, least: 0.75 },
  /** Several words that are names. */
  names: { usual: 0.8, slope: 0, least: 0.8 },
  /** Several words, each of them unknown or a name; and those that begin with capitals. */
  unknownNames: { usual: 0.725, slope: 0, least: 0.725 },
  unknownCapitals: { usual: 0.665, slope: 0, least: 0.665 },
  /** Several words, some of them ordinary; and those that begin with capitals. */
  mixed: { usual: 0.87, slope: 0.03, least: 0.735 },
  mixedCapitals: { usual: 0.86, slope: 0.045, least: 0.7 },
  ordinary: { usual: 0.955, slope: 0, least: 0.955 },
  /** Any words where there is no dictionary. */
  any: { usual: 0.87, slope: 0, least: 0.87 },
} satisfies Record<string, Bound>;
/** The weight of the sounds of a usual name; less is added below that of a short one. */
const [usualWeight, shortWeight] = [5.5, 4];
const forShort = 0.08;
/** A name that is not long begins like what is heard: a surer sign than its other sounds. */
const forBegin = 0.09;
const sureSounds = 4;
/** Below this one nothing is like it. */
const minWeight = 2;
/** Shorter ordinary words are everywhere. */
const minOrdinaryLetters = 3;
const maxWords = 5;
/** Words are compared with so many terms of their sound: more of one sound are no names of a person's talks. */
const maxCompared = 30;
/** So many words are remembered with the term that they sound like. */
const maxRemembered = 100_000;

/** The words of a transcript that sound like a term, the most frequent first. */
export function glossaryProposals(
  lines: readonly Cue[],
  terms: readonly GlossaryTerm[],
  vocabulary: Vocabulary,
): GlossaryProposal[] {
  const tokens = tokensOf(lines);
  const isKnown = new GlossaryMatcher(terms).knownWords(tokens);
  const words = tokens.map((token) => token.bare?.folded ?? token.folded);
  const finder = new CandidateFinder(terms, vocabulary);
  // A contraction, such as “don’t”, is no part of a name.
  const mayBeName = (at: number) =>
    tokens[at] && !isKnown[at] && (tokens[at].bare ?? !/['’ʼ]/u.test(tokens[at].exact));
  const candidates: Candidate[] = [];
  for (let from = 0; from < tokens.length; from += 1)
    for (let to = from + 1; to <= from + maxWords && mayBeName(to - 1); to += 1) {
      const areCapitals = [from, to - 1].every((at) => /^\p{Lu}/u.test(tokens[at]?.exact ?? ''));
      const found = finder.find(words.slice(from, to), areCapitals);
      if (found) candidates.push({ ...found, from, to });
      // A name does not go on after a comma.
      if (!/^[ -]?$/.test(tokens[to - 1]?.separator ?? ',')) break;
    }
  return grouped(lines, tokens, apart(candidates, tokens.length));
}

class CandidateFinder {
  private readonly pronouncer: Pronouncer;
  private readonly bySound = new SoundIndex<Target>();
  /** What the words that were compared before sound like. */
  private readonly compared = new Map<string, Found | undefined>();
  private readonly kinds = new Map<string, Kind>();
  private readonly longest: number;

  constructor(
    terms: readonly GlossaryTerm[],
    private readonly vocabulary: Vocabulary,
  ) {
    this.pronouncer = new Pronouncer(vocabulary);
    let longest = 0;
    for (const { term } of terms)
      for (const spoken of this.pronouncer.waysOf(term)) {
        const target = {
          ...toTarget(term, spoken),
          isKnown: this.kind(wordingOf(term).folded) !== 'unknown',
        };
        if (target.weight < minWeight) continue;
        longest = Math.max(longest, target.sounds.length);
        this.bySound.add(target.sounds, target);
      }
    this.longest = longest * 1.5 + 2;
  }

  /** The likeliest term that some words sound like. */
  find(words: readonly string[], areCapitals: boolean): Found | undefined {
    const key = `${words.join(' ')}${areCapitals ? '' : ' '}`;
    if (this.compared.has(key)) return this.compared.get(key);
    const found = this.compare(words, areCapitals);
    if (this.compared.size >= maxRemembered) this.compared.clear();
    this.compared.set(key, found);
    return found;
  }

  private compare(words: readonly string[], areCapitals: boolean): Found | undefined {
    const bound = this.boundOf(words, areCapitals);
    if (!bound || words.some((word) => /\p{N}/u.test(word))) return undefined;
    const sounds = words.map((word) => this.pronouncer.soundsOf(word)).join('');
    if (sounds.length > this.longest) return undefined;
    let best: Found | undefined;
    for (const target of this.bySound.like(sounds, bound === bounds.ordinary ? 1 : 2, maxCompared)) {
      // A name of the dictionary is not another one.
      if (bound === bounds.name && target.isKnown) continue;
      const likeness = likenessOf(target, sounds);
      const least =
        leastFor(bound, target) - (bound === bounds.unknown && beginAlike(sounds, target) ? forBegin : 0);
      if (likeness >= least && likeness > (best?.likeness ?? 0)) best = { target, likeness };
    }
    return best;
  }

  /** What some words need to be a name; undefined: they are none. */
  private boundOf(words: readonly string[], areCapitals: boolean): Bound | undefined {
    if (!this.vocabulary.isOrdinary) return bounds.any;
    const kindsOf = new Set(words.map((word) => this.kind(word)));
    // One word of a dictionary is that word.
    if (words.length === 1)
      return kindsOf.has('unknown') ? bounds.unknown : kindsOf.has('name') ? bounds.name : undefined;
    if (!kindsOf.has('ordinary') && !kindsOf.has('rare'))
      return kindsOf.size === 1 && kindsOf.has('name')
        ? bounds.names
        : areCapitals
          ? bounds.unknownCapitals
          : bounds.unknownNames;
    if (kindsOf.size > 1 || kindsOf.has('rare')) return areCapitals ? bounds.mixedCapitals : bounds.mixed;
    return words.every(({ length }) => length >= minOrdinaryLetters) ? bounds.ordinary : undefined;
  }

  private kind(word: string): Kind {
    const known = this.kinds.get(word);
    if (known) return known;
    const isSpoken = this.vocabulary.soundsOf?.(word) !== undefined;
    const kind = this.vocabulary.isOrdinary?.(word)
      ? isSpoken
        ? 'ordinary'
        : 'rare'
      : isSpoken
        ? 'name'
        : 'unknown';
    this.kinds.set(word, kind);
    return kind;
  }
}

function toTarget(term: string, { sounds, ends }: Spoken): Omit<Target, 'isKnown'> {
  const weights = ends.map((end, index) => weightOfSounds(sounds.slice(ends[index - 1] ?? 0, end)));
  const weight = weights.reduce((sum, each) => sum + each, 0);
  return { term, sounds, ends, weights, weight };
}

function leastFor({ usual, slope, least }: Bound, { weight }: Target): number {
  const forLong = slope * Math.max(0, weight - usualWeight);
  return Math.max(least, usual - forLong) + (weight < shortWeight ? forShort : 0);
}

/** Whether the first sounds are the same, of vowels any. */
function beginAlike(heard: Sounds, { sounds, weight }: Target): boolean {
  const beginOf = (text: Sounds) => withOneVowel(text.slice(0, sureSounds));
  return weight <= usualWeight && beginOf(heard) === beginOf(sounds);
}

/** Of the whole name and of its least like word. */
function likenessOf({ sounds, ends, weight, weights }: Target, heard: Sounds): number {
  const costs = distances(sounds, heard, ends);
  const whole = 1 - costs.reduce((sum, each) => sum + each, 0) / weight;
  const parts = costs.map((cost, index) => 1 - cost / Math.max(weights[index] ?? 0, 1));
  return Math.max(0, (whole + Math.min(...parts)) / 2);
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
    const group = groups.get(key) ?? {
      found,
      term: target.term,
      lines: new Set<number>(),
      first: line,
    };
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
