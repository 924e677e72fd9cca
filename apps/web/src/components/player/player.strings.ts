export const playerStrings = {
  copyLink: 'Copy link',
  copyLinkNow: 'Copy link to this moment',
  copyLinkTo: (time: string) => `Copy link to ${time}`,
  linkCopied: (time: string) => `Link to ${time} copied.`,
  linkNotCopied: (address: string) => `The link could not be copied. It is ${address}`,
  tryAgain: 'Try again',
  failures: {
    network: 'The video could not be loaded. Check your connection, then try again.',
    missing: 'This video cannot be played: it is not there, or no longer. Reload the page to see its state.',
    media: 'This browser could not decode the video. Try again, or use another browser.',
    unsupported:
      'This browser cannot play the video. Use a current version of Chrome, Edge, Firefox or Safari.',
  },
} as const;
