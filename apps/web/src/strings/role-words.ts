import type { Role } from '@vault/contracts';

/** The names of the roles, and what each may do. */
export const roleWords: Readonly<Record<Role, { readonly name: string; readonly text: string }>> = {
  owner: { name: 'Owner', text: 'Everything, and the team itself' },
  admin: { name: 'Admin', text: 'Members, plan, publishing' },
  editor: { name: 'Editor', text: 'Uploads, edits, generates; spends tokens' },
  reviewer: { name: 'Reviewer', text: 'Watches and searches; marks lines as reviewed' },
  viewer: { name: 'Viewer', text: 'Watches and searches' },
};
