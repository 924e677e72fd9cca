import { parseTimeCode, type EditedChapter, type SavedChapter } from '@vault/contracts';

/** A chapter of a request, as the command to save it has it. */
export function toEditedChapter(chapter: SavedChapter): EditedChapter {
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
