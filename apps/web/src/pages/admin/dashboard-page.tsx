import { adminDashboardStrings } from '../../features/admin-dashboard/admin-dashboard.strings.ts';
import { DashboardView } from '../../features/admin-dashboard/components/dashboard-view.tsx';
import { useTeamDialog } from '../../features/admin-teams/components/use-team-dialog.tsx';
import { useUserDialogs } from '../../features/admin-users/components/use-user-dialogs.tsx';
import { RetryButton } from '../../features/admin-videos/components/retry-button.tsx';

/** Figures of the product, and what needs attention. */
export function DashboardPage() {
  const users = useUserDialogs();
  const teams = useTeamDialog();
  return (
    <>
      <DashboardView
        onGrant={users.actions.onGrant}
        onGrantTeam={teams.actions.onGrant}
        retryOf={(row) => <RetryButton id={row._id} title={row.title || adminDashboardStrings.untitled} />}
      />
      {users.dialog}
      {teams.dialog}
    </>
  );
}
