import assert from 'node:assert/strict';
import type { Role, TeamRow, WorkspaceItem } from '@vault/contracts';
import type { Api } from '../api/api.ts';
import type { MailCatcher } from './mail-catcher.ts';
import type { Product } from './product.ts';
import type { StaffApi } from './staff-api.ts';

/** Makes a team with the executive plan, which staff grant; the caller works in it from now on. */
export async function makeTeam(staff: StaffApi, api: Api): Promise<void> {
  const { id } = await api.ask<WorkspaceItem>('POST', '/api/workspaces', { name: 'Acme' });
  api.workspaceId = id;
  const { data } = await staff.ask<{ data: TeamRow }>('POST', `/api/admin/team/${id}`, {
    plan: 'executive',
    membership_end: '2099-12-31',
    video_limit: 50,
  });
  assert.deepEqual([data.plan, data.video_limit, data.owners], ['executive', 50, [api.user!.email]]);
}

/** Registers a person, unless there is one, who joins the team of an owner by the mail of an invitation. */
export async function joinTeam(
  product: Product,
  { mail, owner }: { readonly mail: MailCatcher; readonly owner: Api },
  role: Role,
  api = product.api(),
): Promise<Api> {
  const { email } = api.user ?? (await api.register());
  await owner.ask('POST', '/api/workspace/invitations', { emails: [email], role });
  const { firstname, lastname } = owner.user!;
  const subject = `${firstname} ${lastname} invites you to Acme on Webinar Vault`;
  const { text = '' } = await mail.untilSent(email, subject);
  const token = /\/join#([\w-]+)/.exec(text)?.[1];
  const joined = await api.ask<WorkspaceItem>('POST', '/api/workspaces/accept', { token });
  assert.deepEqual([joined.id, joined.role], [owner.workspaceId, role]);
  api.workspaceId = joined.id;
  return api;
}
