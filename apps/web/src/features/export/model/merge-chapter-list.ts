import { titleBesideTime } from '@vault/chapter-engine/plain-title';
import { formatTimeCode, parseTimeCode } from '@vault/contracts';
import type { Chapter } from '@vault/contracts';
import type { ListedChapter } from './read-chapter-list.ts';

/** The result of merging a pasted list into the existing chapters. */
export interface MergedChapters {
  /** The full list to save. */
  readonly chapters: readonly Chapter[];
  /** Number of chapters that existed before and keep their texts. */
  readonly matchCount: number;
  /** Removed chapters that contain text. */
  readonly lost: readonly Chapter[];
}

function hasText({ summary, search, searchQuotes = '', quote }: Chapter): boolean {
  return summary !== '' || search !== '' || searchQuotes !== '' || quote.length > 0;
}

/** The present title where a list has it as exports write it: a plain one without its time. */
function titleOf(old: Chapter, title: string): string {
  return title === titleBesideTime(old.title) ? old.title : title;
}

/** A chapter whose start is in the list keeps everything but its title; other chapters of the list are empty. */
export function mergeChapterList(
  present: readonly Chapter[],
  list: readonly Pick<ListedChapter, 'from' | 'title'>[],
): MergedChapters {
  const remainingChapters = new Set(present);
  const take = (from: number) => {
    const found = [...remainingChapters].find(({ start }) => parseTimeCode(start) === from);
    if (found) remainingChapters.delete(found);
    return found;
  };
  const pairs = list.map(({ from, title }) => ({ from, title, old: take(from) }));
  return {
    chapters: pairs.map(({ from, title, old }) =>
      old
        ? { ...old, title: titleOf(old, title) }
        : { start: formatTimeCode(from), title, summary: '', search: '', quote: [] },
    ),
    matchCount: pairs.filter(({ old }) => old !== undefined).length,
    lost: [...remainingChapters].filter(hasText),
  };
}
