import type { InvitedRow, Role } from '@vault/contracts';

export const workspaceStrings = {
  title: 'Workspace',
  create: 'Create a team',
  members: 'Members',
  invite: 'Invite people',
  remove: 'Delete the team',
  notDone: 'That did not work. Please try again.',
} as const;

/** The names of the roles, and what each may do. */
export const roleWords: Readonly<Record<Role, { readonly name: string; readonly text: string }>> = {
  owner: { name: 'Owner', text: 'Everything, and the team itself' },
  admin: { name: 'Admin', text: 'Members, plan, publishing' },
  editor: { name: 'Editor', text: 'Uploads, edits, generates; spends tokens' },
  reviewer: { name: 'Reviewer', text: 'Watches and searches; marks lines as reviewed' },
  viewer: { name: 'Viewer', text: 'Watches and searches' },
};

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
