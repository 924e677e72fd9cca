import { createContext, useContext } from 'react';
import type { StaffMember } from '@vault/contracts';

/** Who is signed in, as the server says. */
export const StaffMemberContext = createContext<StaffMember | null>(null);

/**
 * The member of staff whom the server has verified.
 * @throws outside of the pages behind the check
 */
export function useStaffMember(): StaffMember {
  const member = useContext(StaffMemberContext);
  if (!member) throw new Error('Nobody has been verified here.');
  return member;
}
