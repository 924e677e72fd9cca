import type { PortalAudience, PortalPart, PortalTheme } from '@vault/contracts';
import { dayOf } from '../../lib/format/end-day.ts';
import { countOf, formatNumber } from '../../lib/format/format-number.ts';
import { dayText } from '../../lib/format/format-time.ts';

const checkConnection = 'Check the connection, and try again.';
const changes = (count: number) => countOf(count, 'change');

export const portalsStrings = {
  title: 'Portals',
  loading: 'Loading',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  copy: 'Copy',
  open: 'Open',
  edit: 'Edit',
  untitled: 'Untitled webinar',
  unknownVideo: 'A video that cannot be shown',
  notLoaded: `The portals could not be loaded. ${checkConnection}`,
  noPortal: 'There is no such portal.',
  allPortals: 'All portals',
  notCopied: (text: string) => `The browser did not allow copying. Copy this yourself: ${text}`,

  offer:
    'A portal is a public page of your videos at an address of your choice: with their chapters and quotes, in your colour, under your logo. Visitors do not have to sign in.',
  offerParts:
    'You choose the videos and what is shown of them, see the page before it is published, and put it on your own site.',
  offerPlan: (plan: string, price: number, limit: number) =>
    `${plan} has ${formatNumber(limit)} portals, for $${formatNumber(price)} a month.`,
  offerAction: 'Ask for an upgrade',

  newPortal: 'New portal',
  make: 'Create portal',
  notMade: `The portal could not be created. ${checkConnection}`,
  count: (count: number, limit: number) => `${formatNumber(count)} of ${countOf(limit, 'portal')}`,
  full: (limit: number) => `Your plan allows ${countOf(limit, 'portal')}. Delete one to create another.`,
  empty:
    'No portals yet. A portal is a public page of your videos with their chapters. You choose the videos, and nobody sees it until you publish it.',
  states: { draft: 'Draft', published: 'Published', ended: 'Ended' },
  played: (times: number) => (times === 0 ? 'Not played yet' : countOf(times, 'play')),
  copyAddress: (name: string) => `Copy the address of ${name}`,
  openPortal: (name: string) => `Open ${name} in a new tab`,
  editPortal: (name: string) => `Edit ${name}`,
  addressCopied: 'Address copied.',

  publish: 'Publish',
  nothingToPublish: 'Choose at least one video first.',
  libraryQuestion: 'Show your whole library?',
  /** @param count the number of videos; undefined: not known */
  libraryConsequence(audience: PortalAudience, count: number | undefined): string {
    const all = count === undefined ? 'All videos' : countOf(count, 'video');
    const become = count === 1 ? 'becomes' : 'become';
    const reach = {
      anyone: `${become} public`,
      domains: `${become} visible on your sites`,
      links: `${become} visible to everyone with a private link`,
    }[audience];
    return `${all} ${reach}, and so does every new upload as soon as it is ready.`;
  },
  published: 'The portal is published.',
  withdraw: 'Unpublish',
  withdrawn: 'The portal is no longer published.',
  withdrawQuestion: (name: string) => `Unpublish ${name}?`,
  withdrawConsequence: 'Its pages stop working within a minute. You can publish it again.',
  notPublished: `This did not work. ${checkConnection}`,
  remove: 'Delete',
  removeQuestion: (name: string) => `Delete ${name}?`,
  removeConsequence:
    'Its pages and its private links stop working within a minute. It cannot be brought back. Your videos stay.',
  deleted: (name: string) => `${name} is deleted.`,
  notDeleted: `The portal could not be deleted. ${checkConnection}`,

  save: 'Save changes',
  saving: 'Saving…',
  discard: 'Discard',
  discarded: 'Your changes are discarded.',
  undo: 'Undo',
  unsaved: (count: number) => `${changes(count)} not saved.`,
  allSaved: 'Everything is saved.',
  notSaved: `Your changes could not be saved. ${checkConnection}`,
  outdated:
    'This portal was changed elsewhere, so your changes were not saved. Load it again: the fields that you changed stay as they are.',
  loadAgain: 'Load it again',
  leaveText: (count: number) =>
    `${changes(count)} of this portal ${count === 1 ? 'is' : 'are'} not saved yet.`,

  addressTitle: 'Name and address',
  name: 'Name',
  address: 'Address',
  otherAddress: (address: string) => `${address} – links to the current address stop working.`,
  intro: 'Introduction',
  introHint: 'Optional. Say what visitors find here.',

  videos: 'Videos',
  allVideos: 'Show the whole library',
  allVideosNote: 'Newest first. A new video is shown as soon as it is ready.',
  chosenNote: 'Only these videos are shown, in this order.',
  chosenVideos: 'Chosen videos',
  noVideos: 'No videos yet.',
  noneChosen: 'No video is chosen yet. Add the videos that visitors may see.',
  noLibrary: `Your library could not be loaded. ${checkConnection}`,
  moveTo: { up: (title: string) => `Move up: ${title}`, down: (title: string) => `Move down: ${title}` },
  moved: (title: string, place: number, count: number) =>
    `${title} is now ${formatNumber(place)} of ${formatNumber(count)}.`,
  removeVideo: (title: string) => `Remove ${title}`,
  removed: (title: string) => `${title} is removed.`,
  addVideos: 'More videos from your library',
  filter: 'Filter by title',
  addAll: 'Add all',
  addVideo: (title: string) => `Add ${title}`,
  noneFound: 'No other video has this in its title.',

  look: 'Look',
  colour: 'Colour',
  pickColour: 'Pick a colour',
  productColour: 'Product colour',
  colourHint: 'Use a hex code such as #c8321a.',
  colourNote: (change: string, page: string) =>
    `Text in this colour is shown ${change} on the ${page} page so that it can be read.`,
  logo: 'Logo',
  logoFile: 'Logo file',
  logoNote: 'The logo changes at once. PNG, JPEG or WebP, at most 512 KB.',
  uploadLogo: 'Upload a logo',
  changeLogo: 'Change the logo',
  removeLogo: 'Remove the logo',
  largeLogo: 'The logo may have at most 512 KB.',
  noLogo: `The logo could not be stored. ${checkConnection}`,
  theme: 'Theme',
  themes: { auto: 'Match the visitor’s device', light: 'Light', dark: 'Dark' } satisfies Record<
    PortalTheme,
    string
  >,

  shown: 'What it shows',
  shownNote: 'Player and chapters are always shown.',
  parts: {
    transcript: 'Transcript',
    quotes: 'Quotes',
    search: 'Search in what was said',
    downloads: 'Downloads',
  } satisfies Record<PortalPart, string>,

  audience: 'Who may see it',
  audiences: {
    anyone: { text: 'Anyone', note: 'Whoever knows or finds the address.' },
    domains: {
      text: 'Only pages on your domains',
      note: 'Visible only where it is embedded, not at its address.',
    },
    links: {
      text: 'Only with a private link',
      note: 'Each link works until its last day, or until you revoke it.',
    },
  } satisfies Record<PortalAudience, { text: string; note: string }>,
  list: 'Let search engines list it',
  domains: 'Domains',
  domainsHint: 'One per line. Only pages on these domains can embed the portal.',
  endsOn: 'Available until',
  pastDay: 'Choose today or a later day.',
  /** @param endsAt epoch seconds; null: it does not end */
  endHint(endsAt: number | null, today: string): string {
    if (endsAt === null) return 'Without a date, the portal stays available.';
    return dayOf(endsAt) < today
      ? 'That day is over: visitors no longer see the portal.'
      : 'It is shown until the end of that day.';
  },

  links: 'Private links',
  linksNote:
    'Links are created and revoked at once. They work while the portal is published for private links.',
  noLinks: 'No private links yet.',
  linkLabel: 'Who gets it',
  addLink: 'Add a link',
  linkNotMade: `The link could not be created. ${checkConnection}`,
  copyLink: (label: string) => `Copy the link for ${label}`,
  linkCopied: 'Link copied.',
  endLink: 'Revoke link',
  endLinkQuestion: (label: string) => `Revoke the link for ${label}?`,
  endLinkConsequence: 'It stops working within a minute. It cannot be brought back.',
  linkEnded: 'The link is revoked.',
  linkNotEnded: `The link could not be revoked. ${checkConnection}`,
  /** Both times in epoch seconds. */
  linkEnd: (endsAt: number, now: number) =>
    endsAt > now ? `Ends on ${dayText(endsAt)}` : `Ended on ${dayText(endsAt)}`,

  hidden: 'Not public',
  hiddenNote: 'Visitors can neither read nor search the hidden parts. The recording still contains them.',
  hiddenCount: (count: number) => `${countOf(count, 'part')} not public`,
  public: 'Public',
  isPublic: (name: string) => `Public: ${name}`,
  withChapter: 'Hidden with its chapter',
  noChapters: 'This video has no chapters yet.',
  noVideo: `The video could not be loaded. ${checkConnection}`,

  preview: 'Preview',
  page: 'Page',
  firstPage: 'First page',
  width: 'Width',
  widths: { wide: 'Wide', phone: 'Phone' },
  noPreview: `The preview could not be loaded. ${checkConnection}`,

  embed: 'Put it on your site',
  embedNote: 'Copy one of these into a page. Both show the portal as it is saved and published.',
  noDomains: 'No page may embed the portal yet.',
  toDomains: 'Enter the domains of your site',
  embedThemes: { auto: 'Same as the portal', light: 'Light', dark: 'Dark' } satisfies Record<
    PortalTheme,
    string
  >,
  elementTitle: 'With a script (adjusts its own height)',
  frameTitle: 'Without a script',
  copyCode: (title: string) => `Copy the code: ${title}`,
  codeCopied: 'Code copied.',
} as const;

/** The options of a select. */
export function optionsOf(texts: Readonly<Record<string, string>>): { value: string; text: string }[] {
  return Object.entries(texts).map(([value, text]) => ({ value, text }));
}
