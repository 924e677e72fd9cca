import { clearToasts } from '../components/ui/toasts/toasts.ts';
import { FakeServer, ok } from './fake-server.ts';
import type { Call } from './fake-server.ts';

/** The signed-in staff member of the tests. */
export const member = { id: 's1', email: 'charles@example.com', role: 'owner' as 'owner' | 'support' };

/** The answer to a list request: rows under `data`, and the total. */
export function listOf(rows: readonly object[], total = rows.length): { body: unknown } {
  return { body: { status: 'success', data: rows, total } };
}

/** The requested page of a list. */
export function pageOf(rows: readonly object[], { query }: Call): { body: unknown } {
  const limit = Number(query['limit'] ?? rows.length);
  const from = (Number(query['page'] ?? 1) - 1) * limit;
  return listOf(rows.slice(from, from + limit), rows.length);
}

/** A successful answer with a message and data. */
export function sentence(msg: string, data?: unknown): { body: unknown } {
  return { body: { status: 'success', msg, data } };
}

/** A fake server with a signed-in staff member; the test adds the other routes. */
export function adminServer(role: 'owner' | 'support' = 'owner'): FakeServer {
  localStorage.clear();
  clearToasts();
  localStorage.setItem('admin', JSON.stringify({ id: 's1', token: 'staff-token', email: member.email }));
  return new FakeServer()
    .on('GET /admin/sso', () => ok({ is_offered: false }))
    .on('POST /admin/check', () => ok({ ...member, role }))
    .on('POST /admin/logout', () => ok({}));
}
