import { parseTimeCode, type SavedChapter } from '@vault/contracts';
import type { chapteringRpc } from '@vault/contracts/rpc';

/** A saved chapter as an rpc message. */
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
  if (seconds === null) throw new Error('The schema of the body accepts only valid times.');
  return seconds;
}
