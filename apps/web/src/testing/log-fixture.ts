import type { WorkspaceLogPage, WorkspaceLogRow } from '@vault/contracts';

/** An entry of the audit log of a team, with the changes of the test: Ada has made Bo an admin. */
export function aLogEntry(change: Partial<WorkspaceLogRow> = {}): WorkspaceLogRow {
  return {
    ...{ id: 'c1-entry', entry: 1204, at: new Date(2024, 10, 28, 14, 3, 22).getTime() / 1_000 },
    actor: { id: 'u1', name: 'Ada Lovelace', is_staff: false },
    action: 'auth.set-role',
    subject: { kind: 'person', id: 'u2', name: 'Bo Diaz' },
    fields: { userId: 'u2', role: 'admin' },
    before: { role: 'editor' },
    ...{ address: '203.0.113.7', reference: 'ref-1', follows: '9f2c86d081884c7d', hash: 'b1946ac92492d234' },
    ...change,
  };
}

/** A page of that log, by default its only one, before the first check. */
export function aLogPage(
  entries: readonly WorkspaceLogRow[] = [aLogEntry()],
  change: Partial<WorkspaceLogPage> = {},
): WorkspaceLogPage {
  return { entries: [...entries], next: null, kept_days: 400, checked_at: null, broken_at: null, ...change };
}
