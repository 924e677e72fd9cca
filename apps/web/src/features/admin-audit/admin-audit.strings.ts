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
    'edit-team': 'Edited team',
    'retry-video': 'Retried video',
    'publish-portal': 'Published a portal',
    'unpublish-portal': 'Withdrew a portal',
    'delete-portal': 'Deleted a portal',
    'add-portal-link': 'Added a private link',
    'end-portal-link': 'Ended a private link',
  } satisfies Record<AuditAction, string>,
  /** Names of fields whose own name does not say enough. */
  fields: {
    video_limit: 'Videos',
    member_limit: 'Members',
    requires_sso: 'Single sign-on is required',
  } as Readonly<Record<string, string>>,
  planVideos: 'those of the plan',
  states: { started: 'Started', done: 'Done', failed: 'Failed' },
  when: 'When',
  outcome: 'Outcome',
  address: 'Address',
  nobody: '–',
} as const;
