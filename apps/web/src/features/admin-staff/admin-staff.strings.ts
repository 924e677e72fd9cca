import type { StaffRole } from '@vault/contracts';

export const adminStaffStrings = {
  title: 'Staff',
  email: 'Email',
  role: 'Role',
  roles: { owner: 'Owner', support: 'Support' } satisfies Record<StaffRole, string>,
  state: 'State',
  active: 'Active',
  created: 'Created',
  lastSeen: 'Last seen',
  never: 'Never',
  add: 'Add staff',
  remove: 'Remove',
} as const;
