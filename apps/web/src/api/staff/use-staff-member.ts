import { createContext, useContext } from 'react';
import type { StaffMember } from '@vault/contracts';

/** The staff member whom the server has verified. */
export const StaffMemberContext = createContext<StaffMember | null>(null);

/**
 * The signed-in staff member.
 * @throws outside of the pages that verify the session
 */
export function useStaffMember(): StaffMember {
  const member = useContext(StaffMemberContext);
  if (!member) throw new Error('useStaffMember needs a StaffMemberContext above it.');
  return member;
}
