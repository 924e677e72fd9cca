const edits = (count: number) => (count === 1 ? '1 edit is' : `${String(count)} edits are`);

export const editorStrings = {
  chapters: 'Chapters',
  cancel: 'Cancel',
  summary: 'Summary',
  quotes: 'Quotes',
  quoteField: (n: number, time: string | null) => `Quote ${String(n)}${time === null ? '' : `, ${time}`}`,
  search: 'Search text',

  saving: 'Saving…',
  saved: 'Saved',
  notSaved: (count: number) => `Not saved: ${edits(count)} only on this page.`,
  notSavedYet: (count: number) => `${edits(count)} not saved yet.`,
  toChoose: (count: number) =>
    count === 1 ? '1 text was changed elsewhere too.' : `${String(count)} texts were changed elsewhere too.`,
  copyFailed: 'It could not be copied. Select the text and copy it by hand.',
  fieldNames: {
    title: 'Title',
    summary: 'Summary',
    quote: 'Quotes',
    search: 'Search text',
    searchQuotes: 'Quotes for searches',
    searchSummary: 'Summary for searches',
  },
  leaveText: (count: number) =>
    `${edits(count)} not saved. What you wrote stays in this browser and is here when you open the video again.`,

  regenerate: 'Regenerate chapters',
  chaptersReplaced: (isRedo: boolean) =>
    isRedo
      ? 'The chapters from before are back. For ten minutes you can have the new ones again.'
      : 'New chapters took the place of the ones before. For ten minutes you can put those back.',

  videoSummary: 'Summary of the video',
  noVideoSummary: 'This video has no summary yet.',
  summarise: 'Generate summary',
} as const;
