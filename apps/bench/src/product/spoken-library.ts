import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cue } from '@vault/chapter-engine';

const fixtures = new URL(
  '../../../../libs/kit/chapter-engine/fixtures/bitcointranscripts.jsonl',
  import.meta.url,
);
const linesPerHour = 900;
const wordsPerLine = 10;
/** One word in twenty occurs only in its own talk. */
const ownWordEvery = 20;
const syllables = [
  'ba',
  'cor',
  'den',
  'fil',
  'gra',
  'hu',
  'jen',
  'kly',
  'mo',
  'nar',
  'ost',
  'pli',
  'quo',
  'vex',
];

/** Transcripts of one hour each, as files with one line per caption. */
export interface SpokenLibrary {
  readonly folder: string;
  readonly files: readonly string[];
  readonly bytes: number;
  /** A word that occurs in one talk only. */
  readonly uniqueWord: string;
  /** A line of one talk. */
  readonly line: string;
  remove(): void;
}

/** Makes talks from real speech in a new order, plus invented words for each talk; the same in every run. */
export function makeSpokenLibrary(hours: number): SpokenLibrary {
  const folder = mkdtempSync(join(tmpdir(), 'vault-bench-library-'));
  const random = seededRandom();
  const words = spokenWords();
  const talks = Array.from({ length: hours }, () => makeTalk(words, random));
  const files = talks.map(({ text }, index) => {
    const file = join(folder, `${String(index).padStart(5, '0')}.txt`);
    writeFileSync(file, text);
    return file;
  });
  const { text = '', uniqueWord = '' } = talks[Math.floor(hours / 2)] ?? {};
  return {
    folder,
    files,
    bytes: talks.reduce((sum, talk) => sum + talk.text.length, 0),
    uniqueWord,
    line: text.split('\n')[linesPerHour / 2]?.slice(0, 60) ?? '',
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Common keywords, two letters, several words, a long line, and words found in one talk or in none. */
export function keywordsOf({ uniqueWord, line }: SpokenLibrary): string[] {
  const common = ['the', 'bitcoin', 'You know', 'TRANSACTION', 'of', 'zx', 'Lightning channel'];
  return [
    ...common,
    'zanzibar',
    'interation',
    'a backup that nobody has restored',
    'the of the',
    uniqueWord,
    line,
  ];
}

function spokenWords(): string[] {
  const talks = readFileSync(fixtures, 'utf8').split('\n').filter(Boolean);
  const cues = talks.flatMap((line) => (JSON.parse(line) as { cues: Cue[] }).cues);
  // Removes characters with a meaning in regular expressions or shells: grep gets the keywords unescaped.
  return cues.flatMap(({ text }) =>
    text
      .replace(/[^A-Za-z0-9,. ]/g, '')
      .split(' ')
      .filter(Boolean),
  );
}

function makeTalk(words: readonly string[], random: () => number): { text: string; uniqueWord: string } {
  const pick = (some: readonly string[]) => some[Math.floor(random() * some.length)] ?? '';
  const own = Array.from({ length: 40 }, () => Array.from({ length: 4 }, () => pick(syllables)).join(''));
  const lines = Array.from({ length: linesPerHour }, () => {
    const from = Math.floor(random() * (words.length - wordsPerLine));
    const line = words.slice(from, from + wordsPerLine);
    return line.map((word) => (random() * ownWordEvery < 1 ? pick(own) : word)).join(' ');
  });
  const text = `${lines.join('\n')}\n`;
  return { text, uniqueWord: own.find((word) => text.includes(word)) ?? '' };
}

/** Pseudo-random numbers from 0 to 1, the same in every run. */
function seededRandom(): () => number {
  let state = 7;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
