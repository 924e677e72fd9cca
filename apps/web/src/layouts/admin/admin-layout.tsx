import { chakra } from '@chakra-ui/react';
import { Suspense, useState, useEffect } from 'react';
import { Outlet, useLocation, Navigate } from 'react-router-dom';
import { SkipLink } from '../../components/ui/skip-link.ts';
import { CrashBoundary } from '../crash-boundary.tsx';
import { CrashScreen } from '../crash-screen.tsx';
import { useNavigationFocus } from '../use-navigation-focus.ts';
import { useMedia } from '../../lib/browser/use-media.ts';
import { strings } from '../../strings/shared.strings.ts';
import { AdminHeader } from './admin-header.tsx';
import { AdminSidebar, MobileMenu } from './admin-sidebar.tsx';
import { sidebarPx, useSidebarChoice } from './use-sidebar-choice.ts';
import { errorMessage, errorStatus } from '../../api/http/error-message.ts';
import { isSessionRefusal } from '../../api/session/session-expiry.ts';
import { useCheckStaffQuery } from '../../api/staff/member-api.ts';
import { staffSession } from '../../api/staff/staff-session.ts';
import { LoadError } from '../../components/admin/list/list-states.tsx';
import { showAdminToast } from '../../components/admin/show-admin-toast.ts';
import { PageSkeleton } from '../../components/ui/skeleton-block.tsx';
import { clearToasts } from '../../components/ui/toasts/toasts.ts';

/** The layout of every page of the admin area: menu, header, page. */
export function AdminLayout() {
  const content = useNavigationFocus();
  const { pathname } = useLocation();
  const isMobile = useMedia('(max-width: 767.98px)');
  const [isExpanded, toggleExpanded] = useSidebarChoice();
  // The address at which the menu was opened: navigating to another page closes it.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isMenuOpen = isMobile && openedAt === pathname;
  const closeMenu = () => setOpenedAt(null);

  return (
    <chakra.div minHeight="100dvh">
      <SkipLink href="#content">{strings.skipToContent}</SkipLink>
      {isMobile ? null : <AdminSidebar isExpanded={isExpanded} />}
      {isMenuOpen ? <MobileMenu onClose={closeMenu} /> : null}
      <chakra.div
        minHeight="100dvh"
        display="grid"
        gridTemplateRows="auto 1fr"
        gridTemplateColumns="minmax(0, 1fr)"
        transition="margin-left 200ms ease-out"
        style={{ marginLeft: isMobile ? 0 : isExpanded ? sidebarPx.expanded : sidebarPx.collapsed }}
      >
        <AdminHeader
          isMobile={isMobile}
          isOpen={isMobile ? isMenuOpen : isExpanded}
          onToggle={() => {
            if (isMobile) setOpenedAt(pathname);
            else toggleExpanded();
          }}
        />
        <chakra.main
          ref={content}
          id="content"
          tabIndex={-1}
          outline="none"
          px={{ base: '4', md: '8' }}
          pt={{ base: '5', md: '7' }}
          pb="16"
          width="100%"
          maxWidth="1360px"
        >
          <Suspense fallback={null}>
            <CrashBoundary key={pathname} renderCrash={(error) => <CrashScreen error={error} />}>
              <Outlet />
            </CrashBoundary>
          </Suspense>
        </chakra.main>
      </chakra.div>
    </chakra.div>
  );
}

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
  useEffect(clearToasts, []);
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
    showAdminToast('error', errorMessage(error, 'Your sign-in is no longer valid. Please sign in again.'));
  }, [hasFailed, error]);

  if (data) return <AdminLayout />;
  if (error && isUnreachable(error))
    return (
      <chakra.main pt="16">
        <LoadError
          title="Your sign-in could not be checked"
          error={error}
          text="The server does not answer right now. You stay signed in; try again in a moment."
          onRetry={() => void refetch()}
        />
      </chakra.main>
    );
  return <PageSkeleton />;
}
