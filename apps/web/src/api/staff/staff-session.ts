import type { StaffSession } from '@vault/contracts';
import { storedSession } from '../session/stored-session.ts';

/** The signed-in staff member, stored under the key `admin`, separately from a user's session. */
export const staffSession = storedSession<StaffSession>('admin');
