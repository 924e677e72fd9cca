import { chakra } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { SkipLink } from '../../components/skip-link.ts';
import { CrashBoundary } from '../crash-boundary.tsx';
import { CrashScreen } from '../crash-screen.tsx';
import { useNavigationFocus } from '../use-navigation-focus.ts';
import { useMedia } from '../../lib/use-media.ts';
import { strings } from '../../strings.ts';
import { AdminHeader } from './admin-header.tsx';
import { AdminSidebar, MobileMenu } from './admin-sidebar.tsx';
import { sidebarPx, useSidebarChoice } from './use-sidebar-choice.ts';

/** The layout of every page of the admin area: menu, header, page. */
export function AdminLayout() {
  const content = useNavigationFocus();
  const { pathname } = useLocation();
  const isMobile = useMedia('(max-width: 767.98px)');
  const [isExpanded, toggleExpanded] = useSidebarChoice();
  // The address at which the menu was opened: navigating to another page closes it.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isMenuOpen = isMobile && openedAt === pathname;
  const closeMenu = () => {
    setOpenedAt(null);
  };

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
