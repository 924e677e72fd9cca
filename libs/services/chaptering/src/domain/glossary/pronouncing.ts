import { wordingOf } from '@vault/contracts';
import { fromArpabet, readLetters, spellOut, type Sounds } from './sounds-of-letters.ts';

/** What is known about the words of a language. */
export interface Vocabulary {
  /** ISO 639-1. */
  readonly language: string;
  /** Whether a folded word is in the dictionary of the language; absent without a dictionary. */
  readonly isOrdinary?: (word: string) => boolean;
  /** How a folded word is said, in ARPAbet; undefined for an unknown one. */
  readonly soundsOf?: (word: string) => string | undefined;
}

/** A name as it may be said: its sounds, and where those of each word end. */
export interface Spoken {
  readonly sounds: Sounds;
  readonly ends: readonly number[];
}

const plain = (folded: string) =>
  folded
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o')
    .replace(/ß/g, 'ss');

/** Finds out how words are said; remembers it. */
export class Pronouncer {
  private readonly known = new Map<string, Sounds>();

  constructor(private readonly vocabulary: Vocabulary) {}

  /** A word of a transcript, folded. */
  soundsOf(word: string): Sounds {
    const known = this.known.get(word);
    if (known !== undefined) return known;
    const entry = this.vocabulary.soundsOf?.(word);
    const sounds =
      entry === undefined ? readLetters(plain(word), this.vocabulary.language) : fromArpabet(entry);
    if (this.known.size >= maxRemembered) this.known.clear();
    this.known.set(word, sounds);
    return sounds;
  }

  /** Of a name that is two words in one, such as “Airtable”. */
  private soundsOfParts(word: string): Sounds {
    const known = this.vocabulary.soundsOf;
    for (let at = minPart; known && !known(word) && at <= word.length - minPart; at += 1) {
      const [one, other] = [known(word.slice(0, at)), known(word.slice(at))];
      if (one && other) return fromArpabet(one) + fromArpabet(other);
    }
    return this.soundsOf(word);
  }

  /** The ways in which a name may be said: as its language says it, as others do, and letters that are said one by one. */
  waysOf(name: string): Spoken[] {
    const words = wordingOf(name).words.map(({ folded }) => folded);
    const written = name.split(/[\s-]+/u);
    const isSpelled = (index: number) => /^[A-Z]{2,4}s?$/.test(written[index] ?? '');
    const ways = [
      words.map((word) => this.soundsOf(word)),
      words.map((word) => this.soundsOfParts(word)),
      words.map((word) => readLetters(plain(word), this.vocabulary.language)),
      words.map((word) => readLetters(plain(word), 'continental')),
      ...(words.some((_, index) => isSpelled(index))
        ? [words.map((word, index) => (isSpelled(index) ? spellOut(word) : this.soundsOf(word)))]
        : []),
    ];
    const byText = new Map(ways.map((sounds) => [sounds.join(' '), sounds]));
    return [...byText.values()].map((sounds) => ({
      sounds: sounds.join(''),
      ends: sounds.map((_, index) => sounds.slice(0, index + 1).join('').length),
    }));
  }
}

const minPart = 3;
const maxRemembered = 100_000;
