import type { RulesReason } from '@vault/contracts';

const whyRules: Record<RulesReason, string> = {
  refused: 'the language model refused to write about this transcript',
  cut: 'the answer of the language model was cut off',
  unreadable: 'the answer of the language model could not be read',
  rejected: 'the server of the language model rejected the request',
  'too-long': 'the language model takes no text of this length',
  unavailable: 'the language model did not answer',
  limit: 'the limit of the day for the language model was reached, or the membership had ended',
};

const edits = (count: number) => (count === 1 ? '1 edit is' : `${String(count)} edits are`);

export const editorStrings = {
  chapters: 'Chapters',
  cancel: 'Cancel',
  summary: 'Summary',
  quotes: 'Quotes',
  quoteField: (n: number, time: string | null) => `Quote ${String(n)}${time === null ? '' : `, ${time}`}`,
  search: 'Search text',
  otherQuotes: (hidden: number, speaker: string) =>
    hidden === 1 ? `1 quote is not by ${speaker}.` : `${String(hidden)} quotes are not by ${speaker}.`,

  notSaved: (count: number) => `Not saved: ${edits(count)} only on this page.`,
  notSavedYet: (count: number) => `${edits(count)} not saved yet.`,
  toChoose: (count: number) =>
    count === 1 ? '1 text was changed elsewhere too.' : `${String(count)} texts were changed elsewhere too.`,
  copyFailed: 'The browser blocked copying. Select the text and copy it yourself.',
  fieldNames: {
    title: 'Title',
    summary: 'Summary',
    quote: 'Quotes',
    search: 'Search text',
    searchQuotes: 'Quotes for searches',
    searchSummary: 'Summary for searches',
  },
  leaveText: (count: number) =>
    `${edits(count)} not saved. Your edits stay in this browser and return when you open the video again.`,
  /** Why rules wrote instead of the language model. */
  byRules: (isInPart: boolean, reason: RulesReason) =>
    `Rules wrote ${isInPart ? 'some chapters' : 'these chapters'} from spoken words, because ${whyRules[reason]}.`,

  regenerate: 'Regenerate chapters',
  chaptersReplaced: (isRedo: boolean, text?: string) => {
    if (text !== undefined && !isRedo) return `${text} You can undo this for ten minutes.`;
    return isRedo
      ? 'The previous chapters were restored. You can redo this for ten minutes.'
      : 'New chapters replaced the previous ones. You can undo this for ten minutes.';
  },
  nameChapterAt: (time: string) => `Name this chapter, at ${time}`,
  addChapter: (time: string) => `Add chapter at ${time}`,
  rowMenu: (title: string, time: string) => `Change ${title}, at ${time}`,
  fixedRowMenu: (title: string, time: string) => `More for ${title}, at ${time}`,
  startOf: (title: string) => `Start of “${title}”`,

  videoSummary: 'Summary of the video',
  noVideoSummary: 'This video has no summary yet.',
  summarise: 'Generate summary',
} as const;
