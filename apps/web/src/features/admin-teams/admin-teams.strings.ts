import { planStrings } from '../../components/admin/edit/plan.strings.ts';

export const adminTeamsStrings = {
  title: 'Teams',
  name: 'Name',
  owners: 'Owners',
  members: 'Members',
  videos: 'Videos',
  tokens: 'Tokens',
  requiresSso: 'Single sign-on is required',
  hasSso: 'Single sign-on',
  state: 'State',
  states: {
    active: planStrings.active,
    inactive: planStrings.inactive,
    expired: planStrings.expired,
    closed: 'Closed',
  },
  deletedOn: (day: string) => `An owner has closed it. Deleted on ${day}`,
} as const;
