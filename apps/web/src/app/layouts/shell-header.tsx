import { chakra } from '@chakra-ui/react';
import { LogOut, PanelLeft } from 'lucide-react';
import { endSession } from '../../api/end-session.ts';
import { Brand } from '../../components/brand.tsx';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { ThemeToggle } from '../../components/theme-toggle.tsx';
import { UploadIndicator } from '../../features/uploads/upload-indicator.tsx';
import { useUploads } from '../../features/uploads/uploads-provider.tsx';
import { strings } from '../../strings.ts';
import { useSidebarState } from '../use-sidebar-state.ts';

const Bar = chakra('header', {
  base: {
    position: 'sticky',
    top: 0,
    zIndex: 'header',
    display: 'flex',
    alignItems: 'center',
    gap: { base: '1', md: '3' },
    height: '64px',
    px: { base: '3', md: '8' },
    bg: 'canvas',
    borderBottom: '1px solid',
    borderColor: 'line',
    transition: 'margin-left 200ms ease-out',
    // The sidebar stands beside the header, which makes way by its width.
    '&[data-shifted]': { marginLeft: { md: '300px' } },
  },
});

function SidebarToggle() {
  const { isAvailable, isOpen, toggle } = useSidebarState();
  if (!isAvailable) return null;
  return (
    <IconButton
      label={isOpen ? strings.closeSidebar : strings.openSidebar}
      aria-expanded={isOpen}
      aria-controls="sidebar"
      onClick={toggle}
    >
      <PanelLeft aria-hidden />
    </IconButton>
  );
}

/** Brand, theme and log-out on every page; the sidebar's switch in the library only. */
export function ShellHeader({ isLibrary }: { isLibrary: boolean }) {
  const { isOpen } = useSidebarState();
  const { forget } = useUploads();

  const logOut = () => {
    forget();
    endSession();
  };

  return (
    <Bar data-shifted={(isLibrary && isOpen) || undefined}>
      {isLibrary ? <SidebarToggle /> : null}
      <Brand to="/asset/view" />
      <chakra.span flex="1" />
      {isLibrary ? null : <UploadIndicator />}
      <ThemeToggle />
      <Button tone="quiet" onClick={logOut} aria-label={strings.logOut} px={{ base: '2', md: '4' }}>
        <LogOut aria-hidden size={18} strokeWidth={1.5} />
        <chakra.span display={{ base: 'none', md: 'inline' }}>{strings.logOut}</chakra.span>
      </Button>
    </Bar>
  );
}
