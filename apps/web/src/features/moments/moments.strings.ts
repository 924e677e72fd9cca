import { formatNumber } from '../../lib/format/format-number.ts';
import { dayText } from '../../lib/format/format-time.ts';

const checkConnection = 'Check the connection, and try again.';

export const momentsStrings = {
  title: 'Shared links',
  note: 'Anyone with one of these links can play that part of the video, without signing in.',
  options: 'Options',
  copied: (span: string) => `Link to ${span} copied. It works for anyone.`,
  notCopied: (link: string) => `The browser did not allow copying. The link is ${link}`,
  notMade: `The link could not be created. ${checkConnection}`,
  notLoaded: `The links could not be loaded. ${checkConnection}`,
  notSaved: `The change could not be saved. ${checkConnection}`,
  notEnded: `The link could not be revoked. ${checkConnection}`,
  ended: 'The link is revoked.',
  empty:
    'No links to this video yet. “Copy link for anyone” creates one: for a chapter, a quote, or what plays now.',
  kinds: { chapter: 'Chapter', quote: 'Quote', clip: 'Clip', span: 'Part' },
  endsOn: 'Available until',
  endHint: 'Without a date, the link keeps working.',
  endsHint: 'It works until the end of that day.',
  wrongDay: 'Choose today or a later day.',
  saveDay: 'Save the date',
  list: 'Let search engines list it',
  end: 'Revoke link',
  ending: 'Revoking…',
  endQuestion: 'Revoke this link?',
  endConsequence: 'It stops working within a minute, for everyone who has it. It cannot be brought back.',
  played(times: number): string {
    if (times === 0) return 'Not played yet';
    return times === 1 ? 'Played once' : `Played ${formatNumber(times)} times`;
  },
  /** When a link ends. Both times in epoch seconds. */
  endOf(endsAt: number | null, now: number): string {
    if (endsAt === null) return 'No end date';
    return endsAt > now ? `Ends on ${dayText(endsAt)}` : `Ended on ${dayText(endsAt)}`;
  },
} as const;
