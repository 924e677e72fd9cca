import { endStoredSession } from '../end-session.ts';
import { staffSession } from './staff-session.ts';

/** Signs the member of staff out. */
export function endStaffSession(): void {
  endStoredSession(staffSession, '/admin/logout');
}
