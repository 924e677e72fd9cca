/** Words that belong to no single feature. Each feature keeps its own beside it. */
export const strings = {
  brand: 'Webinar Vault',
  somethingFailed: 'An error occurred. Please try again.',
  themeToDark: 'Switch to the dark theme',
  themeToLight: 'Switch to the light theme',
  logOut: 'Log out',
  openSidebar: 'Open the uploader',
  closeSidebar: 'Close the uploader',
  loggedOut: 'For security purposes, we have logged you out. Sorry for the inconvenience.',
  skipToContent: 'Skip to content',
  copyright: '© 2025 Webinar Vault',
  notFoundTitle: 'There is no page here',
  notFoundText: 'The address may have changed, or the link may be incomplete.',
  backToLibrary: 'Go to the library',
  crashTitle: 'This page stopped working',
  crashText: 'Your videos are safe. Reload the page to go on; if it happens again, log out and in.',
  reload: 'Reload',
} as const;
