import { adminDashboardStrings } from '../../features/admin-dashboard/admin-dashboard.strings.ts';
import { DashboardView } from '../../features/admin-dashboard/components/dashboard-view.tsx';
import { useUserDialogs } from '../../features/admin-users/components/use-user-dialogs.tsx';
import { RetryButton } from '../../features/admin-videos/components/retry-button.tsx';

/** Figures of the product, and what needs attention. */
export function DashboardPage() {
  const { actions, dialog } = useUserDialogs();
  return (
    <>
      <DashboardView
        onGrant={actions.onGrant}
        retryOf={(row) => <RetryButton id={row._id} title={row.title || adminDashboardStrings.untitled} />}
      />
      {dialog}
    </>
  );
}
