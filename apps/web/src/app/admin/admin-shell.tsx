import { chakra } from '@chakra-ui/react';
import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { errorMessage, errorStatus } from '../../api/error-message.ts';
import { isSessionRefusal } from '../../api/session-expiry.ts';
import { useCheckStaffQuery } from '../../api/staff/member-api.ts';
import { staffSession } from '../../api/staff/staff-session.ts';
import { StaffMemberContext } from '../../api/staff/use-staff-member.ts';
import { Failed } from '../../components/admin/list-states.tsx';
import { clearSaid, say } from '../../components/admin/say.ts';
import { PageSkeleton } from '../../components/page-skeleton.tsx';
import { AdminLayout } from './admin-layout.tsx';
import { adminStrings as words } from './admin.strings.ts';

/** The server said nothing of the session: it was not reached, or is not there at the moment. */
function isAway(error: object): boolean {
  const status = errorStatus(error);
  return status === undefined || (status >= 502 && status <= 504);
}

/**
 * Stands before every page that staff alone may see: nothing is shown before the server has verified the token. A check
 * that fails logs out; one that could not be made is made again.
 */
export function AdminShell() {
  // What was said to whoever was here before is over.
  useEffect(clearSaid, []);
  const session = staffSession.use();
  if (!session) return <Navigate to="/admin/login" replace />;
  return <VerifiedShell key={session.token} token={session.token} />;
}

function VerifiedShell({ token }: { token: string }) {
  const { data, error, refetch } = useCheckStaffQuery(token, { refetchOnMountOrArgChange: true });
  // A refused session is said so and ended by the watch over all calls.
  const hasFailed = error !== undefined && !isAway(error) && !isSessionRefusal(error);
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
  if (error && isAway(error))
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
