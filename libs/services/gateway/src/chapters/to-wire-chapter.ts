import { parseTimeCode, type SavedChapter } from '@vault/contracts';
import type { chapteringRpc } from '@vault/contracts/rpc';

/** A chapter that a person saves, as its owner reads it. */
export function toWireChapter(chapter: SavedChapter): chapteringRpc.Chapter {
  const { start, title, summary, search, quote, searchQuotes } = chapter;
  return {
    start: secondsOf(start),
    title,
    summary,
    searchText: search,
    quotes: quote.map((each) =>
      typeof each === 'string' ? { text: each } : { text: each.quote, at: secondsOf(each.timecode) },
    ),
    searchQuotes,
  };
}

function secondsOf(timeCode: string): number {
  const seconds = parseTimeCode(timeCode);
  if (seconds === null) throw new Error('The schema of the body lets only times through.');
  return seconds;
}
