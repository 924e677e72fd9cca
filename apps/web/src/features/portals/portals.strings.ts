import type { PortalAudience, PortalPart, PortalTheme } from '@vault/contracts';
import { dayOf } from '../../lib/format/end-day.ts';
import { countOf, formatNumber } from '../../lib/format/format-number.ts';
import { dayText } from '../../lib/format/format-time.ts';

const checkConnection = 'Check the connection, and try again.';
const changes = (count: number) => countOf(count, 'change');

export const portalsStrings = {
  title: 'Portals',
  loading: 'Loading',
  cancel: 'Cancel',
  notLoaded: `The portals could not be loaded. ${checkConnection}`,
  allPortals: 'All portals',
  offerPlan: (plan: string, price: number, limit: number) =>
    `${plan} has ${formatNumber(limit)} portals, for $${formatNumber(price)} a month.`,

  newPortal: 'New portal',
  notMade: `The portal could not be created. ${checkConnection}`,
  count: (count: number, limit: number) => `${formatNumber(count)} of ${countOf(limit, 'portal')}`,
  full: (limit: number) => `Your plan allows ${countOf(limit, 'portal')}. Delete one to create another.`,
  states: { draft: 'Draft', published: 'Published', ended: 'Ended' },
  played: (times: number) => (times === 0 ? 'Not played yet' : countOf(times, 'play')),
  copyAddress: (name: string) => `Copy the address of ${name}`,
  openPortal: (name: string) => `Open ${name} in a new tab`,
  editPortal: (name: string) => `Edit ${name}`,

  publish: 'Publish',
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
  withdrawQuestion: (name: string) => `Unpublish ${name}?`,
  notPublished: `This did not work. ${checkConnection}`,
  removeQuestion: (name: string) => `Delete ${name}?`,
  deleted: (name: string) => `${name} is deleted.`,
  notDeleted: `The portal could not be deleted. ${checkConnection}`,

  save: 'Save changes',
  unsaved: (count: number) => `${changes(count)} not saved.`,
  notSaved: `Your changes could not be saved. ${checkConnection}`,
  leaveText: (count: number) =>
    `${changes(count)} of this portal ${count === 1 ? 'is' : 'are'} not saved yet.`,
  name: 'Name',
  address: 'Address',
  otherAddress: (address: string) => `${address} – links to the current address stop working.`,
  noLibrary: `Your library could not be loaded. ${checkConnection}`,
  moveTo: { up: (title: string) => `Move up: ${title}`, down: (title: string) => `Move down: ${title}` },
  moved: (title: string, place: number, count: number) =>
    `${title} is now ${formatNumber(place)} of ${formatNumber(count)}.`,
  removeVideo: (title: string) => `Remove ${title}`,
  removed: (title: string) => `${title} is removed.`,
  addVideos: 'More videos from your library',
  addVideo: (title: string) => `Add ${title}`,
  colourNote: (change: string, page: string) =>
    `Text in this colour is shown ${change} on the ${page} page so that it can be read.`,
  theme: 'Theme',
  themes: { auto: 'Match the visitor’s device', light: 'Light', dark: 'Dark' } satisfies Record<
    PortalTheme,
    string
  >,
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
  endsOn: 'Available until',
  /** @param endsAt epoch seconds; null: it does not end */
  endHint(endsAt: number | null, today: string): string {
    if (endsAt === null) return 'Without a date, the portal stays available.';
    return dayOf(endsAt) < today
      ? 'That day is over: visitors no longer see the portal.'
      : 'It is shown until the end of that day.';
  },

  links: 'Private links',
  linkNotMade: `The link could not be created. ${checkConnection}`,
  copyLink: (label: string) => `Copy the link for ${label}`,
  endLinkQuestion: (label: string) => `Revoke the link for ${label}?`,
  linkNotEnded: `The link could not be revoked. ${checkConnection}`,
  /** Both times in epoch seconds. */
  linkEnd: (endsAt: number, now: number) =>
    endsAt > now ? `Ends on ${dayText(endsAt)}` : `Ended on ${dayText(endsAt)}`,
  hiddenCount: (count: number) => `${countOf(count, 'part')} not public`,
  isPublic: (name: string) => `Public: ${name}`,
  noVideo: `The video could not be loaded. ${checkConnection}`,

  preview: 'Preview',
  widths: { wide: 'Wide', phone: 'Phone' },
  noPreview: `The preview could not be loaded. ${checkConnection}`,
  embedThemes: { auto: 'Same as the portal', light: 'Light', dark: 'Dark' } satisfies Record<
    PortalTheme,
    string
  >,
  copyCode: (title: string) => `Copy the code: ${title}`,
} as const;

/** The options of a select. */
export function optionsOf(texts: Readonly<Record<string, string>>): { value: string; text: string }[] {
  return Object.entries(texts).map(([value, text]) => ({ value, text }));
}
