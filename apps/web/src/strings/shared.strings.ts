/** Texts that several features use. A text that is used once is written where it is used. */
export const strings = {
  brand: 'Webinar Vault',
  fillAll: 'Please fill in all fields.',
  logOut: 'Log out',
  loggedOut: 'For security purposes, we have logged you out. Sorry for the inconvenience.',
  chaptersMissing: 'Chapters cannot be shown at the moment. They will return automatically.',
  skipToContent: 'Skip to content',
  copyright: '© 2025 Webinar Vault',
} as const;
