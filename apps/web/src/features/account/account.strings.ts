export const accountStrings = {
  title: 'Account',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  saveFailed: 'It was not saved. Please try again.',

  sessions: 'Where you are signed in',

  remove: 'Delete account',
  removeText:
    'This deletes your videos, transcripts, chapters and clips at once and permanently. Download your data first.',
} as const;

/** The label of a ledger line by its purpose: `took` for a negative amount, `gave` for any other. */
export const purposeWords: Readonly<Record<string, { readonly took: string; readonly gave: string }>> = {
  grant: { took: 'Monthly grant', gave: 'Monthly grant' },
  added: { took: 'Removed by us', gave: 'Added by us' },
  chapters: { took: 'Reserved for chapters', gave: 'Refunded from chapters' },
  summary: { took: 'Reserved for a summary', gave: 'Refunded from a summary' },
  quotes: { took: 'Reserved for quotes', gave: 'Refunded from quotes' },
  search: { took: 'Reserved for a search', gave: 'Refunded from a search' },
};
