import { chakra } from '@chakra-ui/react';
import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { errorMessage, errorStatus } from '../../api/error-message.ts';
import { isSessionRefusal } from '../../api/session-expiry.ts';
import { useCheckStaffQuery } from '../../api/staff/member-api.ts';
import { staffSession } from '../../api/staff/staff-session.ts';
import { StaffMemberContext } from '../../api/staff/use-staff-member.ts';
import { Failed } from '../../components/admin/list-states.tsx';
import { clearMessages, say } from '../../components/admin/say.ts';
import { PageSkeleton } from '../../components/page-skeleton.tsx';
import { AdminLayout } from './admin-layout.tsx';
import { adminStrings as words } from './admin.strings.ts';

/** Whether the check failed without a verdict on the session: no answer, or a 502 to 504. */
function isUnreachable(error: object): boolean {
  const status = errorStatus(error);
  return status === undefined || (status >= 502 && status <= 504);
}

/**
 * Wraps every page that only staff may see: shows nothing until the server has verified the token. A failed check logs
 * out; when the server cannot be reached, the user can retry.
 */
export function AdminShell() {
  // Messages for the previous user are removed.
  useEffect(clearMessages, []);
  const session = staffSession.use();
  if (!session) return <Navigate to="/admin/login" replace />;
  return <VerifiedShell key={session.token} token={session.token} />;
}

function VerifiedShell({ token }: { token: string }) {
  const { data, error, refetch } = useCheckStaffQuery(token, { refetchOnMountOrArgChange: true });
  // `watchSessionExpiry` reports and ends a refused session.
  const hasFailed = error !== undefined && !isUnreachable(error) && !isSessionRefusal(error);
  useEffect(() => {
    if (!hasFailed) return;
    staffSession.end();
    say('error', errorMessage(error, words.checkFailed));
  }, [hasFailed, error]);

  if (data)
    return (
      <StaffMemberContext value={data}>
        <AdminLayout />
      </StaffMemberContext>
    );
  if (error && isUnreachable(error))
    return (
      <chakra.main pt="16">
        <Failed
          title={words.unreachableTitle}
          message={errorMessage(error, words.unreachableText)}
          onRetry={() => void refetch()}
        />
      </chakra.main>
    );
  return <PageSkeleton />;
}
