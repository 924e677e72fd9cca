import { Menu, Portal, chakra } from '@chakra-ui/react';
import { ChevronDown, KeyRound, LogOut, PanelLeft } from 'lucide-react';
import { useState } from 'react';
import { useStaffMember } from '../../api/staff/member-api.ts';
import { Brand } from '../../components/ui/brand.tsx';
import { Button } from '../../components/ui/button.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { PasswordDialog } from '../../features/admin-sign-in/components/password-dialog.tsx';
import { inShortWindow } from '../../lib/browser/window-height.ts';
import { endStoredSession } from '../../api/session/end-session.ts';
import { staffSession } from '../../api/staff/staff-session.ts';
import { SmallText } from '../../components/ui/muted-text.ts';

/** The signed-in staff member, with password change and sign-out. */
function AccountMenu({ onChangePassword }: { onChangePassword: () => void }) {
  const { email, role } = useStaffMember();
  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <Button tone="quiet" px="3">
          Admin
          <ChevronDown aria-hidden size={16} strokeWidth={1.5} />
        </Button>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content minWidth="232px" maxWidth="calc(100vw - 24px)">
            <chakra.div px="2" pt="1" pb="2" mb="1" borderBottomWidth="1px">
              <chakra.p fontSize="sm" fontWeight="strong" overflowWrap="anywhere">
                {email}
              </chakra.p>
              <SmallText textTransform="capitalize">{role}</SmallText>
            </chakra.div>
            <Menu.Item value="password" minHeight="40px" onClick={onChangePassword}>
              <KeyRound aria-hidden size={18} strokeWidth={1.5} />
              Change password
            </Menu.Item>
            <Menu.Item value="sign-out" minHeight="40px" onClick={endStaffSession}>
              <LogOut aria-hidden size={18} strokeWidth={1.5} />
              Sign out
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}

interface AdminHeaderProps {
  isMobile: boolean;
  /** Whether the menu is expanded, or on a phone whether it is open. */
  isOpen: boolean;
  onToggle: () => void;
}

/** The header: the toggle of the navigation and the account menu. */
export function AdminHeader({ isMobile, isOpen, onToggle }: AdminHeaderProps) {
  const [isChanging, setChanging] = useState(false);
  const label = isMobile ? 'Open the menu' : isOpen ? 'Collapse the menu' : 'Expand the menu';
  return (
    <chakra.header
      position="sticky"
      top="0"
      zIndex="header"
      display="flex"
      alignItems="center"
      justifyContent="space-between"
      columnGap="3"
      height="64px"
      px={{ base: '3', md: '8' }}
      bg="canvas"
      borderBottomWidth="1px"
      css={{ [inShortWindow]: { position: 'static' } }}
    >
      <chakra.div display="flex" alignItems="center" gap="2" ms={{ md: '-2' }}>
        <IconButton
          label={label}
          icon={PanelLeft}
          aria-expanded={isOpen}
          aria-controls={isOpen || !isMobile ? 'admin-menu' : undefined}
          onClick={onToggle}
        />
        {isMobile ? <Brand to="/admin" /> : null}
      </chakra.div>
      <AccountMenu onChangePassword={() => setChanging(true)} />
      {isChanging ? <PasswordDialog onClose={() => setChanging(false)} /> : null}
    </chakra.header>
  );
}

/** Signs the member of staff out. */
function endStaffSession(): void {
  endStoredSession(staffSession, '/admin/logout');
}
