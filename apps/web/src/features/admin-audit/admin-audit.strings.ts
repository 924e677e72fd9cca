import type { AuditAction } from '@vault/contracts';

export const adminAuditStrings = {
  title: 'Audit Log',
  actor: 'Who',
  subject: 'Subject',
  action: 'Action',
  actions: {
    login: 'Signed in',
    logout: 'Signed out',
    'change-password': 'Changed own password',
    'add-staff': 'Added staff',
    'edit-staff': 'Edited staff',
    'remove-staff': 'Removed staff',
    'edit-employee': 'Edited user',
    'delete-employee': 'Deleted user',
    'grant-upgrade': 'Granted upgrade',
    'retry-video': 'Retried video',
  } satisfies Record<AuditAction, string>,
  states: { started: 'Started', done: 'Done', failed: 'Failed' },
  when: 'When',
  outcome: 'Outcome',
  address: 'Address',
  nobody: '–',
} as const;
