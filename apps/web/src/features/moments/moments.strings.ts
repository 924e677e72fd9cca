import { formatNumber } from '../../lib/format/format-number.ts';
import { dayText } from '../../lib/format/format-time.ts';

const checkConnection = 'Check the connection, and try again.';

export const momentsStrings = {
  title: 'Shared links',
  copied: (span: string) => `Link to ${span} copied. It works for anyone.`,
  notCopied: (link: string) => `The browser did not allow copying. The link is ${link}`,
  notMade: `The link could not be created. ${checkConnection}`,
  notLoaded: `The links could not be loaded. ${checkConnection}`,
  notSaved: `The change could not be saved. ${checkConnection}`,
  notEnded: `The link could not be revoked. ${checkConnection}`,
  kinds: { chapter: 'Chapter', quote: 'Quote', clip: 'Clip', span: 'Part' },
  end: 'Revoke link',
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
