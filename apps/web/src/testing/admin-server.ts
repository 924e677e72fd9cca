import { jest } from '@jest/globals';
import { clearSaid } from '../components/admin/say.ts';
import { FakeServer, ok } from './fake-server.ts';
import type { Call } from './fake-server.ts';

// Whole pages of components with behaviour of their own, on a machine that may be busy.
jest.setTimeout(60_000);

/** Who is signed in as staff in tests. */
export const member = { id: 's1', email: 'charles@example.com', role: 'owner' as 'owner' | 'support' };

/** A list as the server answers one: rows under `data`, all of them counted beside it. */
export function listOf(rows: readonly object[], total = rows.length): { body: unknown } {
  return { body: { status: 'success', data: rows, total } };
}

/** A page of a list, as it is asked for. */
export function pageOf(rows: readonly object[], { query }: Call): { body: unknown } {
  const limit = Number(query['limit'] ?? rows.length);
  const from = (Number(query['page'] ?? 1) - 1) * limit;
  return listOf(rows.slice(from, from + limit), rows.length);
}

/** A sentence, with data beside it. */
export function sentence(msg: string, data?: unknown): { body: unknown } {
  return { body: { status: 'success', msg, data } };
}

/** A server that knows the member of staff who is signed in; everything else is for the test to add. */
export function adminServer(role: 'owner' | 'support' = 'owner'): FakeServer {
  localStorage.clear();
  clearSaid();
  localStorage.setItem('admin', JSON.stringify({ id: 's1', token: 'staff-token', email: member.email }));
  return new FakeServer()
    .on('POST /admin/check', () => ok({ ...member, role }))
    .on('POST /admin/logout', () => ok({}));
}
