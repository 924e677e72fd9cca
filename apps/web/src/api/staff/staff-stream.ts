import { LiveChanges } from '../live-changes.ts';
import { staffSession } from './staff-session.ts';

/** Reports that the session of the signed-in staff member has ended. */
export const staffStream = new LiveChanges({
  path: '/api/admin/events',
  readToken: () => staffSession.read()?.token,
});
