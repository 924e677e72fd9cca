import { foldText } from '@vault/contracts';
import { colognePhonetic } from 'cologne-phonetic';
import { doubleMetaphone } from 'double-metaphone';

/** How some words sound, and their letters. */
export interface Sound {
  /** Without accents, spaces and case. */
  readonly letters: string;
  readonly codes: readonly string[];
}

/** Sounds that speech recognition often confuses have one code. */
const confusable: Readonly<Record<string, string>> = { X: 'S', '0': 'T', N: 'M' };
/** In shorter codes, each sound counts. */
const minForMissing = 4;

/** @param language ISO 639-1; German has its own rules */
export function soundOf(words: string, language: string): Sound {
  const letters = foldText(words).replace(/[^\p{L}\p{N}]/gu, '');
  if (language === 'de') return { letters, codes: [colognePhonetic(letters)] };
  const codes = doubleMetaphone(letters).map((code) =>
    code.replace(/[X0N]/g, (sound) => confusable[sound] ?? sound),
  );
  return { letters, codes: [...new Set(codes)] };
}

/** The codes with one sound less, from codes of four sounds. */
export function withoutOne(codes: readonly string[]): string[] {
  return codes
    .filter(({ length }) => length >= minForMissing)
    .flatMap((code) => Array.from(code, (_, index) => code.slice(0, index) + code.slice(index + 1)));
}

/** Whether the sounds are the same, or one of them is missing. */
export function soundsLike(one: Sound, other: Sound): boolean {
  const shares = (some: readonly string[], more: readonly string[]) =>
    some.some((code) => more.includes(code));
  return (
    shares(one.codes, other.codes) ||
    shares(withoutOne(one.codes), other.codes) ||
    shares(one.codes, withoutOne(other.codes))
  );
}
