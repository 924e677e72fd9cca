import { countOf, formatNumber } from '../../lib/format-number.ts';

export const accountStrings = {
  title: 'Account',
  loading: 'Reading your account',
  loadFailed: 'Your account could not be read.',
  tryAgain: 'Try again',
  cancel: 'Cancel',

  profile: 'Profile',
  firstname: 'First name',
  lastname: 'Last name',
  email: 'Email address',
  emailHint: 'Write to us to have it changed.',
  save: 'Save',
  saving: 'Saving…',
  profileSaved: 'Your name was saved.',
  saveFailed: 'It was not saved. Please try again.',

  plan: 'Plan',
  planName: (name: string, label: string) => `${name} (${label})`,
  ends: (day: string) => `Runs until ${day}.`,
  ended: (day: string) =>
    `Ended on ${day}. You can still watch, export and delete your videos; uploading and generating texts need a plan.`,
  unconfirmed: 'We are confirming your plan. Until then the limits of the free plan apply.',
  videos: (count: number, limit: number) => `${formatNumber(count)} of ${countOf(limit, 'video')}`,
  upgrade: 'Ask for an upgrade',
  asking: 'Asking…',
  requested: (day: string) => `You asked for an upgrade on ${day}. We will contact you.`,
  askFailed: 'Your request did not reach us. Please try again.',
  upgradeHolds: (videos: number, tokens: number) =>
    `The Executive plan allows ${String(videos)} videos and ${formatNumber(tokens)} tokens a month.`,

  tokens: 'Tokens',
  balance: 'to spend',
  monthly: (left: number, of: number) => `${formatNumber(left)} left of this month’s ${formatNumber(of)}`,
  added: (tokens: number) => `${formatNumber(tokens)} added; these stay when the month ends`,
  ledger: 'What became of them',
  ledgerHint: 'Starting an operation sets tokens aside. The tokens it did not need come back when it ends.',
  when: 'When',
  what: 'What',
  amount: 'Tokens',
  noEntries: 'Nothing has been granted or spent yet.',
  ledgerFailed: 'The ledger could not be read.',
  deletedVideo: 'a deleted video',
  newer: 'Newer',
  older: 'Older',
  range: (from: number, to: number, total: number) =>
    `${formatNumber(from)}–${formatNumber(to)} of ${formatNumber(total)}`,

  sessions: 'Where you are signed in',
  thisOne: 'This browser',
  signedIn: (age: string) => `signed in ${age}`,
  seen: (age: string) => `used ${age}`,
  signOut: 'Sign out',
  signOutOf: (name: string) => `Sign out ${name}`,
  signOutElsewhere: 'Sign out elsewhere',
  signedOut: 'Signed out there.',
  signedOutElsewhere: 'Signed out everywhere else.',
  signOutFailed: 'That did not work. Please try again.',
  sessionsFailed: 'The list could not be read.',
  onlyHere: 'Nowhere else.',

  password: 'Password',
  current: 'Current password',
  next: 'New password',
  nextHint: 'At least 8 characters.',
  again: 'New password again',
  change: 'Change password',
  changing: 'Changing…',
  changed: 'Your password was changed.',
  passwordHint: 'Signs you out everywhere else.',
  differ: 'The new passwords do not match.',
  changeFailed: 'It was not changed. Please try again.',

  mail: 'Mail',
  readyMail: 'Write to me when a webinar is ready',

  data: 'Your data',
  dataText:
    'One archive with everything that is stored about you: profile, ledger, and each video’s details, chapters and transcript. Also when your plan has ended.',
  download: 'Download my data',
  downloading: (size: string) => `Collecting: ${size}`,
  downloaded: (size: string) => `Your data is in your downloads: ${size}.`,
  downloadFailed: 'The download is incomplete. Please try again.',

  remove: 'Delete account',
  removeText:
    'Your videos, transcripts, chapters and clips go with it, at once and for good. Download your data before.',
  removeTitle: 'Delete your account and everything in it?',
  typeEmail: (email: string) => `Type ${email} to go on`,
  removing: 'Deleting…',
  removed: 'Your account was deleted.',
  removeFailed: 'It was not deleted. Please try again.',
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
