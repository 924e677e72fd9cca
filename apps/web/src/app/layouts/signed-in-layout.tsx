import { chakra } from '@chakra-ui/react';
import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useIsRefused } from '../../api/logout-reason.ts';
import { SkipLink } from '../../components/skip-link.ts';
import { UpgradeOffer } from '../../components/upgrade-offer.tsx';
import { useTopDialog } from '../../lib/top-dialog.ts';
import { strings } from '../../strings.ts';
import { PageBoundary } from '../page-boundary.tsx';
import { useNavigationFocus } from '../use-navigation-focus.ts';
import { useSidebarState } from '../use-sidebar-state.ts';
import { SessionEnded } from './session-ended.tsx';
import { ShellFooter } from './shell-footer.tsx';
import { ShellHeader } from './shell-header.tsx';

/** The layout of every signed-in page: header, page, footer. */
export function SignedInLayout() {
  const content = useNavigationFocus();
  const { isOpen } = useSidebarState();
  // The page stays mounted but hidden, so that typed text is kept. An open dialog covers the page anyway.
  const isRefused = useIsRefused();
  const isOver = useTopDialog() === null && isRefused;
  const isLibrary = useLocation().pathname === '/asset/view';
  return (
    <chakra.div
      minHeight="100dvh"
      display="grid"
      gridTemplateRows="auto 1fr auto"
      gridTemplateColumns="minmax(0, 1fr)"
    >
      <SkipLink href="#content">{strings.skipToContent}</SkipLink>
      <ShellHeader isLibrary={isLibrary} isOver={isOver} />
      <chakra.main ref={content} id="content" tabIndex={-1} outline="none">
        {isOver ? <SessionEnded /> : null}
        <chakra.div display={isOver ? 'none' : 'contents'}>
          <Suspense fallback={null}>
            <PageBoundary>
              <Outlet />
            </PageBoundary>
          </Suspense>
        </chakra.div>
      </chakra.main>
      <ShellFooter isShifted={isLibrary && isOpen} />
      <UpgradeOffer />
    </chakra.div>
  );
}
