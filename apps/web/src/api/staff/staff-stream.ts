import { ChangeStream } from '../change-stream.ts';
import { staffSession } from './staff-session.ts';

/** Calls `onRefused` when the session of the signed-in staff member has ended. @returns a function that stops it */
export function followStaffSession(onRefused: () => void): () => void {
  const stream = new ChangeStream({
    path: '/api/admin/events',
    readToken: () => staffSession.read()?.token,
    onChange: (change) => {
      if (change === 'refused') onRefused();
    },
  });
  return stream.start();
}
