import { createHash } from 'node:crypto';
import { chapterise } from '../src/index.ts';
import type { Recording } from '../src/testing/recordings.ts';

const openingWords = 40;

/** Orders as by chance, but the same on each run and whatever else is drawn from. */
const lot = (key: string): string => createHash('sha256').update(key).digest('hex');

const timeOf = (seconds: number): string =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');

/**
 * Texts of chapters drawn by lot, for a person to judge: titles with the words that follow them, and half as many
 * summaries and quotes. The same chapters are drawn again after a change of the texts.
 */
export const sample = (count: number, recordings: readonly Recording[]): string => {
  const drawn = recordings
    .flatMap(({ id, cues, duration }) => {
      const { chapters } = chapterise(cues, { duration });
      return chapters.map((chapter, c) => {
        const end = chapters[c + 1]?.start ?? Infinity;
        const words = cues
          .filter(({ start }) => start >= chapter.start && start < end)
          .flatMap(({ text }) => text.split(/\s+/u));
        const key = `${id} ${timeOf(chapter.start)}`;
        return { ...chapter, key, lot: lot(key), opening: words.slice(0, openingWords).join(' ') };
      });
    })
    .toSorted((a, b) => (a.lot < b.lot ? -1 : 1));
  const half = Math.ceil(count / 2);
  const quoted = drawn.filter(({ quotes }) => quotes.length > 0);
  const lists = {
    Titles: drawn.slice(0, count).map(({ title, key, opening }) => `${title}\n   ${key}: ${opening} …`),
    Summaries: drawn.slice(0, half).map(({ summary, title }) => `${summary}\n   of: ${title}`),
    Quotes: quoted.slice(0, half).map(({ quotes, title, lot: drawnAs }) => {
      const quote = quotes[Number.parseInt(drawnAs.slice(-6), 16) % quotes.length];
      return `${quote?.text ?? ''}\n   of: ${title}`;
    }),
  };
  return Object.entries(lists)
    .map(([name, lines]) =>
      [`## ${name}`, '', ...lines.map((line, i) => `${String(i + 1)}. ${line}`)].join('\n'),
    )
    .join('\n\n');
};
