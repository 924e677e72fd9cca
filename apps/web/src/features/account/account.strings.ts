export const accountStrings = {
  title: 'Account',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  email: 'Email address',
  saveFailed: 'It was not saved. Please try again.',

  changeEmail: 'Change it',
  emailText:
    'We send a link to the new address. Until you open it, nothing changes. The old address gets a mail too, with which the change can be undone for seven days.',
  emailSent: 'It works once, for an hour. Look into your spam folder too.',

  sessions: 'Where you are signed in',

  password: 'Password',

  remove: 'Delete account',
  removeText:
    'Your videos, transcripts, chapters and clips go with it, at once and for good. Download your data before.',
} as const;

/** The label of a ledger line by its purpose: `took` for a negative amount, `gave` for any other. */
export const purposeWords: Readonly<Record<string, { readonly took: string; readonly gave: string }>> = {
  grant: { took: 'Monthly grant', gave: 'Monthly grant' },
  added: { took: 'Taken off by us', gave: 'Added by us' },
  chapters: { took: 'Set aside for chapters', gave: 'Back from chapters' },
  summary: { took: 'Set aside for a summary', gave: 'Back from a summary' },
  quotes: { took: 'Set aside for quotes', gave: 'Back from quotes' },
  search: { took: 'Set aside for a search', gave: 'Back from a search' },
};
