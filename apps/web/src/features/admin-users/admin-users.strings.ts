import type { employeeStates } from '@vault/contracts';
import { planStrings } from '../../components/admin/edit/plan.strings.ts';
import { countOf } from '../../lib/format/format-number.ts';

export const adminUsersStrings = {
  states: {
    active: planStrings.active,
    inactive: planStrings.inactive,
    expiring: 'Membership ends in 7 days',
    expired: 'Membership ended',
    unconfirmed: 'Unconfirmed',
    'upgrade-requested': planStrings.upgradeRequested,
  } satisfies Record<(typeof employeeStates)[number], string>,
  username: 'Username',
  email: 'Email',
  postedVideos: 'Posted Videos',
  created: 'Created',
  notCounted: 'Not available now',
  badges: {
    inactive: planStrings.inactive,
    expired: planStrings.expired,
    unconfirmed: 'Unconfirmed',
    upgrade: planStrings.upgradeRequested,
  },
  remove: 'Delete',
  lossVideos: (count: number | null) =>
    count === null
      ? 'All videos with their chapters, transcripts and clips'
      : `${countOf(count, 'video')} with chapters, transcripts and clips`,
  firstname: 'First name',
  lastname: 'Last name',
} as const;
