import type { employeeStates } from '@vault/contracts';
import { countOf } from '../../lib/format/format-number.ts';

export const adminUsersStrings = {
  plan: 'Plan',
  states: {
    active: 'Active',
    inactive: 'Inactive',
    expiring: 'Membership ends in 7 days',
    expired: 'Membership ended',
    unconfirmed: 'Unconfirmed',
    'upgrade-requested': 'Upgrade requested',
  } satisfies Record<(typeof employeeStates)[number], string>,
  username: 'Username',
  email: 'Email',
  postedVideos: 'Posted Videos',
  tokenBalance: 'Token Balance',
  created: 'Created',
  notCounted: 'Not available now',
  badges: {
    inactive: 'Inactive',
    expired: 'Expired',
    unconfirmed: 'Unconfirmed',
    upgrade: 'Upgrade requested',
  },
  grant: 'Grant upgrade',
  remove: 'Delete',
  lossVideos: (count: number | null) =>
    count === null
      ? 'All videos with their chapters, transcripts and clips'
      : `${countOf(count, 'video')} with chapters, transcripts and clips`,
  id: 'ID',
  firstname: 'First name',
  lastname: 'Last name',
  membershipEnd: 'Membership end',
  active: 'Active',
  changes: 'What will change',
} as const;
