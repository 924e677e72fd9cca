/** Texts of what staff see and edit of users and of teams alike. */
export const planStrings = {
  plan: 'Plan',
  id: 'ID',
  tokenBalance: 'Token Balance',
  membershipEnd: 'Membership end',
  active: 'Active',
  inactive: 'Inactive',
  expired: 'Expired',
  changes: 'What will change',
  grant: 'Grant upgrade',
  upgradeRequested: 'Upgrade requested',
  endedOn: (day: string) => `Membership ended on ${day}`,
  requestedOn: (day: string) => `Requested on ${day}`,
} as const;
