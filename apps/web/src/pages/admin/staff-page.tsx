import { useStaffMember } from '../../api/staff/member-api.ts';
import { EmptyState } from '../../components/admin/list/list-states.tsx';
import { adminStaffStrings as strings } from '../../features/admin-staff/admin-staff.strings.ts';
import { StaffList } from '../../features/admin-staff/components/staff-list.tsx';
import { usePageTitle } from '../../lib/browser/use-page-title.ts';

/** The accounts of the admin area. Only owners see them. */
export function StaffPage() {
  usePageTitle(strings.title);
  const { role } = useStaffMember();
  if (role !== 'owner')
    return <EmptyState title="Only owners manage staff" text="Ask an owner to add or change an account." />;
  return <StaffList />;
}
