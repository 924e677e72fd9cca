export const playerStrings = {
  copyLink: 'Copy link',
  copyLinkNow: 'Copy link to this moment',
  copyLinkTo: (time: string) => `Copy link to ${time}`,
  linkCopied: (time: string) => `Link to ${time} copied.`,
  linkNotCopied: (address: string) => `The link could not be copied. It is ${address}`,
} as const;
