/** Longest title and summary of a chapter, in characters. */
export const chapterTextLimit = 100;
/** Longest quote, in characters: a minute of fast speech. */
export const quoteLimit = 1_000;
/** Maximum number of quotes that a person may save for a chapter. */
export const quotesPerChapterLimit = 20;
/** Longest answer to a search prompt, and longest context that a person may save for one, in characters. */
export const searchTextLimit = 4_000;
/** Maximum number of chapters of a video. */
export const chapterLimit = 300;
/** End of the last chapter, for callers that do not know the duration of the video. */
export const lastChapterEnd = '10:00:00';
