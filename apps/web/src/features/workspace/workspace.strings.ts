import type { InvitedRow } from '@vault/contracts';

export const workspaceStrings = {
  title: 'Workspace',
  create: 'Create a team',
  members: 'Members',
  invite: 'Invite people',
  remove: 'Delete the team',
  notDone: 'That did not work. Please try again.',
} as const;

/** Who may share moments and publish portals. */
export const publisherWords = {
  editors: 'Editors, admins and owners',
  admins: 'Admins and owners',
} as const;

export const resultWords: Readonly<Record<InvitedRow['result'], string>> = {
  sent: 'Sent',
  'sent-again': 'Invited before – sent again',
  member: 'Already a member',
  full: 'No seat left',
};
