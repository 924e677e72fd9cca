import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cue } from '@vault/chapter-engine';

const fixtures = new URL(
  '../../../../libs/kit/chapter-engine/fixtures/bitcointranscripts.jsonl',
  import.meta.url,
);
const linesAnHour = 900;
const wordsALine = 10;
/** One word in so many belongs to its talk alone. */
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

/** Transcripts of an hour each, as files of one line for each caption. */
export interface SpokenLibrary {
  readonly folder: string;
  readonly files: readonly string[];
  readonly bytes: number;
  /** A word that one talk alone says. */
  readonly ownWord: string;
  /** A line of one talk. */
  readonly line: string;
  remove(): void;
}

/** What people really said, in new order, with words of its own in each talk; the same every time. */
export function makeSpokenLibrary(hours: number): SpokenLibrary {
  const folder = mkdtempSync(join(tmpdir(), 'vault-bench-library-'));
  const random = steadyRandom();
  const words = spokenWords();
  const talks = Array.from({ length: hours }, () => makeTalk(words, random));
  const files = talks.map(({ text }, index) => {
    const file = join(folder, `${String(index).padStart(5, '0')}.txt`);
    writeFileSync(file, text);
    return file;
  });
  const { text = '', ownWord = '' } = talks[Math.floor(hours / 2)] ?? {};
  return {
    folder,
    files,
    bytes: talks.reduce((sum, talk) => sum + talk.text.length, 0),
    ownWord,
    line: text.split('\n')[linesAnHour / 2]?.slice(0, 60) ?? '',
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function spokenWords(): string[] {
  const talks = readFileSync(fixtures, 'utf8').split('\n').filter(Boolean);
  const cues = talks.flatMap((line) => (JSON.parse(line) as { cues: Cue[] }).cues);
  // What an expression or a shell would read otherwise is left out: the reference takes keywords as they are.
  return cues.flatMap(({ text }) =>
    text
      .replace(/[^A-Za-z0-9,. ]/g, '')
      .split(' ')
      .filter(Boolean),
  );
}

function makeTalk(words: readonly string[], random: () => number): { text: string; ownWord: string } {
  const pick = (some: readonly string[]) => some[Math.floor(random() * some.length)] ?? '';
  const own = Array.from({ length: 40 }, () => Array.from({ length: 4 }, () => pick(syllables)).join(''));
  const lines = Array.from({ length: linesAnHour }, () => {
    const from = Math.floor(random() * (words.length - wordsALine));
    const said = words.slice(from, from + wordsALine);
    return said.map((word) => (random() * ownWordEvery < 1 ? pick(own) : word)).join(' ');
  });
  const text = `${lines.join('\n')}\n`;
  return { text, ownWord: own.find((word) => text.includes(word)) ?? '' };
}

/** Numbers from 0 to 1 that look random and are the same in every run. */
function steadyRandom(): () => number {
  let state = 7;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
