import { chakra } from '@chakra-ui/react';
import { LogOut, PanelLeft } from 'lucide-react';
import { logOut } from '../api/session/end-session.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { Brand } from '../components/ui/brand.tsx';
import { Button } from '../components/ui/button.tsx';
import { IconButton } from '../components/ui/icon-button.tsx';
import { ThemeToggle } from '../components/ui/theme-toggle.tsx';
import { ClipIndicator } from '../features/clips/components/clip-indicator.tsx';
import { LibrarySearch } from '../features/search/components/library-search.tsx';
import { UploadIndicator } from '../features/uploads/components/upload-indicator.tsx';
import { useUploads } from '../features/uploads/components/uploads-provider.tsx';
import { WorkspaceSwitcher } from '../features/workspace/components/workspace-switcher.tsx';
import { inShortWindow } from '../lib/browser/window-height.ts';
import { strings } from '../strings/shared.strings.ts';
import { useSidebarState } from './use-sidebar-state.ts';
import { AccountMenu } from './account-menu.tsx';

const Bar = chakra('header', {
  base: {
    position: 'sticky',
    [inShortWindow]: { position: 'static' },
    top: 0,
    zIndex: 'header',
    display: 'flex',
    alignItems: 'center',
    columnGap: { base: '1', md: '3' },
    minHeight: '64px',
    px: { base: '3', md: '8' },
    bg: 'canvas',
    borderBottomWidth: '1px',
    transition: 'margin-left 200ms ease-out',
    // Where the search box has its own line, only that line stays visible while scrolling.
    '&[data-library]': { flexWrap: { base: 'wrap', lg: 'nowrap' }, top: { base: '-64px', lg: 0 } },
    // The open sidebar is beside the header, which moves by its width.
    '&[data-shifted]': { marginLeft: { md: '300px' } },
  },
});

function SidebarToggle() {
  const { isAvailable, isOpen, toggle } = useSidebarState();
  if (!isAvailable) return null;
  return (
    <IconButton
      label={isOpen ? 'Close the uploader' : 'Open the uploader'}
      icon={PanelLeft}
      aria-expanded={isOpen}
      aria-controls="sidebar"
      onClick={toggle}
    />
  );
}

interface ShellHeaderProps {
  isLibrary: boolean;
  /** Whether the session has ended: search and log-out are hidden. */
  isOver: boolean;
}

/** Brand, theme, account and log-out on every page; the sidebar toggle and the search only in the library. */
export function ShellHeader({ isLibrary, isOver }: ShellHeaderProps) {
  const { isOpen } = useSidebarState();
  const { forget } = useUploads();
  const dispatch = useAppDispatch();

  const leave = () => {
    forget();
    dispatch(logOut());
  };

  return (
    <Bar data-library={isLibrary || undefined} data-shifted={(isLibrary && isOpen) || undefined}>
      {isLibrary && !isOver ? <SidebarToggle /> : null}
      <Brand to="/asset/view" />
      {isOver ? null : <WorkspaceSwitcher />}
      {isLibrary ? (
        <chakra.div
          visibility={isOver ? 'hidden' : undefined}
          // Beside the brand on wide windows, else on a line below.
          order={{ base: 1, lg: 0 }}
          flex={{ base: '1 0 100%', lg: '0 1 480px' }}
          mx={{ lg: 'auto' }}
          pb={{ base: '12px', lg: '0' }}
        >
          <LibrarySearch />
        </chakra.div>
      ) : null}
      <chakra.span flex={isLibrary ? { base: '1 0 0', lg: '0' } : '1'} height="64px" mr="-3" />
      <ClipIndicator />
      <UploadIndicator isLibrary={isLibrary} />
      <ThemeToggle />
      {isOver ? null : <AccountAndLogOut onLogOut={leave} />}
    </Bar>
  );
}

function AccountAndLogOut({ onLogOut }: { onLogOut: () => void }) {
  return (
    <>
      <AccountMenu />
      <Button
        tone="quiet"
        onClick={onLogOut}
        aria-label={strings.logOut}
        title={strings.logOut}
        px={{ base: '2', lg: '4' }}
      >
        <LogOut aria-hidden size={18} strokeWidth={1.5} />
        <chakra.span display={{ base: 'none', lg: 'inline' }}>{strings.logOut}</chakra.span>
      </Button>
    </>
  );
}
