/** Longest title and summary of a chapter, in characters. */
export const chapterTextLimit = 100;
/** Longest quote, in characters: a minute of fast speech. */
export const quoteLimit = 1_000;
/** Most quotes of a chapter that a person may write. */
export const quotesPerChapterLimit = 20;
/** Longest answer to a search prompt, and longest context that a person may write for one, in characters. */
export const searchTextLimit = 4_000;
/** Most chapters of a video. */
export const chapterLimit = 300;
/** Where the last chapter ends, for who does not know how long the video is. */
export const lastChapterEnd = '10:00:00';
