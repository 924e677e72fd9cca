import { chakra } from '@chakra-ui/react';
import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useIsRefused } from '../../api/leaving.ts';
import { SkipLink } from '../../components/skip-link.ts';
import { UpgradeOffer } from '../../components/upgrade-offer.tsx';
import { useTopDialog } from '../../lib/top-dialog.ts';
import { strings } from '../../strings.ts';
import { PageBoundary } from '../page-boundary.tsx';
import { useArrival } from '../use-arrival.ts';
import { useSidebarState } from '../use-sidebar-state.ts';
import { SessionEnding } from './session-ending.tsx';
import { ShellFooter } from './shell-footer.tsx';
import { ShellHeader } from './shell-header.tsx';

/** The frame of every signed-in page: header, the page, a quiet footer. */
export function SignedInLayout() {
  const content = useArrival();
  const { isOpen } = useSidebarState();
  // The page stays alive under it, so that what is typed is kept. A dialog covers the page by itself.
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
        {isOver ? <SessionEnding /> : null}
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
