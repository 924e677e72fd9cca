import type { StaffSession } from '@vault/contracts';
import { storedSession } from '../stored-session.ts';

/** The signed-in member of staff, kept under the key `admin`: beside a user's session, never instead of it. */
export const staffSession = storedSession<StaffSession>('admin');
