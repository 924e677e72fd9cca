import type { StaffMember } from '@vault/contracts';
import { requiredContext } from '../../lib/state/required-context.ts';

/** The signed-in staff member, whom the server has verified. */
export const [StaffMemberContext, useStaffMember] = requiredContext<StaffMember>('StaffMemberContext');
