import { chakra } from '@chakra-ui/react';
import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { Outlet, useLocation, Link } from 'react-router-dom';
import { useIsRefused } from '../api/session/logout-reason.slice.ts';
import { MayContext, useMayOfRole } from '../api/workspaces/permissions.ts';
import { useTeam } from '../api/session/workspace.ts';
import { selectLost } from '../api/workspaces/workspace.slice.ts';
import { useAppSelector } from '../store/hooks.ts';
import { LostWorkspace } from '../features/workspace/components/lost-workspace.tsx';
import { SkipLink } from '../components/ui/skip-link.ts';
import { UpgradeOffer } from '../components/generation/upgrade-offer.tsx';
import { useTopDialog } from '../components/ui/dialogs/top-dialog.ts';
import { strings } from '../strings/shared.strings.ts';
import { useNavigationFocus } from './use-navigation-focus.ts';
import { useSidebarState } from './use-sidebar-state.ts';
import { ShellHeader } from './shell-header.tsx';
import { useUploadItems } from '../features/uploads/components/uploads-provider.tsx';
import { isUnderWay } from '../features/uploads/model/upload-item.ts';
import { CrashBoundary } from './crash-boundary.tsx';
import { CrashScreen } from './crash-screen.tsx';
import { PageTitle } from '../components/ui/muted-text.ts';

const links = [
  { to: '/support', label: 'Help & Support' },
  { to: '/contact', label: 'Send Feedback' },
  { to: '/privacy-policy', label: 'Privacy Policy' },
  { to: '/terms-of-service', label: 'Terms of Service' },
];

const QuietLink = chakra(Link, {
  base: {
    color: 'ink.muted',
    textDecoration: 'none',
    py: '2',
    borderRadius: 'sm',
    _hover: { color: 'ink', textDecoration: 'underline', textUnderlineOffset: '3px' },
  },
});

/** The footer of every signed-in page. */
function ShellFooter({ isShifted }: { isShifted: boolean }) {
  return (
    <chakra.footer
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      columnGap="6"
      borderTopWidth="1px"
      px={{ base: '4', md: '8' }}
      py="3"
      fontSize="xs"
      color="ink.muted"
      transition="margin-left 200ms ease-out"
      marginLeft={isShifted ? { md: '300px' } : undefined}
    >
      <chakra.span py="2">{strings.copyright}</chakra.span>
      <chakra.nav aria-label="Help and legal" display="flex" flexWrap="wrap" columnGap="5">
        {links.map(({ to, label }) => (
          <QuietLink key={to} to={to}>
            {label}
          </QuietLink>
        ))}
      </chakra.nav>
    </chakra.footer>
  );
}

/** The team that the user cannot be in any more, while its pages are open. */
function useLostTeam() {
  const team = useTeam();
  const lost = useAppSelector(selectLost);
  return team && team.id === lost?.id ? { name: team.name, loss: lost.loss } : null;
}

/** The layout of every signed-in page: header, page, footer. */
export function SignedInLayout() {
  return (
    <MayContext value={useMayOfRole()}>
      <Shell />
    </MayContext>
  );
}

function Shell() {
  const content = useNavigationFocus();
  const { isOpen } = useSidebarState();
  // The page stays mounted but hidden, so that typed text is kept. An open dialog covers the page anyway.
  const isRefused = useIsRefused();
  const isOver = useTopDialog() === null && isRefused;
  const lost = useLostTeam();
  const isLibrary = useLocation().pathname === '/asset/view' && !lost;
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
            <PageBoundary>{lost ? <LostWorkspace {...lost} /> : <Outlet />}</PageBoundary>
          </Suspense>
        </chakra.div>
      </chakra.main>
      <ShellFooter isShifted={isLibrary && isOpen} />
      <UpgradeOffer />
    </chakra.div>
  );
}

function PageCrash({ error }: { error: unknown }) {
  return <CrashScreen error={error} isUploading={useUploadItems().some(isUnderWay)} />;
}

/** Error boundary of one page: a crash or a failed download keeps the header and running uploads. */
function PageBoundary({ children }: { children: ReactNode }) {
  return (
    <CrashBoundary key={useLocation().pathname} renderCrash={(error) => <PageCrash error={error} />}>
      {children}
    </CrashBoundary>
  );
}

/** Replaces a page whose session has ended until the sign-in page opens. */
function SessionEnded() {
  return (
    <chakra.div maxWidth="520px" mx="auto" px="4" pt="24">
      <PageTitle mb="3">You have been signed out</PageTitle>
      <chakra.p color="ink.muted">
        The sign-in page opens in a moment. After you sign in, you return here, and your chapter edits are
        kept.
      </chakra.p>
    </chakra.div>
  );
}
