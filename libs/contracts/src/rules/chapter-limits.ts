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
/** Maximum size of a command that saves chapters or an edit of a transcript, in bytes of JSON: with its headers, half of what a broker accepts. */
export const saveCommandLimit = 512 * 1024;
/** Longest line of a transcript that a person writes, in characters. */
export const transcriptLineLimit = 500;
/** Longest name of a speaker that a person writes, in characters. */
export const speakerNameLimit = 60;
/** Maximum number of speakers of a video, once a person names one. */
export const speakersPerVideoLimit = 50;
/** Maximum number of changes in one edit of a transcript. */
export const transcriptChangesLimit = 2_000;
/** Maximum size of a file with captions, in bytes of UTF-8. */
export const captionsFileLimit = 2 * 1024 * 1024;
/** Maximum number of captions in such a file. */
export const captionsLimit = 20_000;
/** Maximum size of the command that replaces captions, in bytes of JSON: with its headers, less than a broker accepts. */
const captionsCommandLimit = 900 * 1024;
/** End of the last chapter, for callers that do not know the duration of the video. */
export const lastChapterEnd = '10:00:00';

/** Why a command is too large to save its chapters, as a sentence; empty when it is not. The sender and the owner check. */
export function saveProblem(command: object): string {
  return isTooLarge(command) ? 'These chapters hold more text than can be saved. Please shorten some.' : '';
}

/** As {@link saveProblem}, for an edit of a transcript. */
export function transcriptEditProblem(command: object): string {
  return isTooLarge(command)
    ? 'These changes hold more text than can be saved at once. Please save them in parts.'
    : '';
}

/** As {@link saveProblem}, for captions that replace others. */
export function captionsProblem(command: object): string {
  return isTooLarge(command, captionsCommandLimit)
    ? `These captions hold more text than can be saved: ${String(captionsCommandLimit / 1024)} KiB without markup.`
    : '';
}

/** As {@link saveProblem}, for a glossary. */
export function glossarySizeProblem(command: object): string {
  return isTooLarge(command) ? 'This glossary holds more text than can be saved. Please shorten it.' : '';
}

function isTooLarge(command: object, limit = saveCommandLimit): boolean {
  return new TextEncoder().encode(JSON.stringify(command)).length > limit;
}
