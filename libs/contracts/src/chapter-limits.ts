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
/** Maximum size of the command that saves chapters, in bytes of JSON: with its headers, half of what a broker accepts. */
export const saveCommandLimit = 512 * 1024;
/** End of the last chapter, for callers that do not know the duration of the video. */
export const lastChapterEnd = '10:00:00';

/** Why a command is too large to save its chapters, as a sentence; empty when it is not. The sender and the owner check. */
export function saveProblem(command: object): string {
  return new TextEncoder().encode(JSON.stringify(command)).length > saveCommandLimit
    ? 'These chapters hold more text than can be saved. Please shorten some.'
    : '';
}
