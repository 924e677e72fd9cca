import type { InvitationRow, MemberRow, WorkspaceItem, WorkspaceRecord } from '@vault/contracts';
import { FakeServer, ok } from './fake-server.ts';
import { signIn } from './open-page.tsx';

/** The fake server of each test; its user is in a team. */
export const fixture = {} as { server: FakeServer };

export const own: WorkspaceItem = {
  ...{ id: 'u1', name: 'Personal', kind: 'personal' },
  ...{ role: 'owner', publishers: 'editors' },
};

/** A team, with the changes of the test. */
export function aTeam(change: Partial<WorkspaceItem> = {}): WorkspaceItem {
  return { ...own, id: 'acme', name: 'Acme', kind: 'team', ...change };
}

/** A team that the user has closed; it is deleted on 5 December. */
export const closed = aTeam({ deletes_at: Date.UTC(2026, 11, 5, 12) / 1_000 });

/** The answer about the team, with the changes of the test. */
export function aTeamRecord(change: Partial<WorkspaceRecord> = {}): WorkspaceRecord {
  return {
    ...aTeam(),
    ...{ plan: 'free', is_confirmed: true, membership_end: Date.now() / 1000 + 86_400 },
    ...{ upgrade_requested_at: null, video_limit: 2, monthly_tokens: 50_000, token_balance: 48_000 },
    ...{ member_count: 2, member_limit: 500, owners: ['Ada Lovelace'], version: 3 },
    ...change,
  };
}

/** A member, by default the user, with the changes of the test. */
export function aMember(change: Partial<MemberRow> = {}): MemberRow {
  return {
    ...{ id: 'u1', firstname: 'Ada', lastname: 'Lovelace', email: 'ada@acme.com', role: 'owner' },
    ...{ since: 1_767_225_600, invited_by: null, is_active: true, last_here: null },
    ...change,
  };
}

export const bo = aMember({
  ...{ id: 'u2', firstname: 'Bo', lastname: 'Diaz', email: 'bo@acme.com', role: 'editor' },
  invited_by: 'Ada Lovelace',
});

export const invitation: InvitationRow = {
  ...{ id: 'i1', email: 'cy@acme.com', role: 'viewer', invited_by: 'Ada Lovelace' },
  ...{ created_at: 1_798_070_400, expires_at: 1_798_675_200 },
};

/** Shows a team in this tab, as after it was chosen. */
export function showTeam({ id, name }: WorkspaceItem = aTeam()): void {
  sessionStorage.setItem('workspace', JSON.stringify({ owner: 'u1', team: { id, name } }));
}

beforeEach(() => {
  localStorage.clear();
  signIn();
  fixture.server = new FakeServer()
    .on('POST /auth/check', () => ok({ id: 'u1' }))
    .on('POST /auth/can-upload-video', () => ok({ canUpload: true, msg: '' }))
    .on('GET /workspaces', () => ok([own, aTeam()]))
    .on('GET /workspace', () => ok(aTeamRecord()))
    .on('GET /workspace/members', () => ok({ members: [aMember(), bo], invitations: [], member_limit: 500 }));
});
