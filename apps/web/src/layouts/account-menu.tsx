import { BookA, CircleUser, Coins, Keyboard, KeyRound, LayoutTemplate, UserRound } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { useUserSession } from '../api/session/user-session.ts';
import { ActionMenu } from '../components/ui/action-menu.tsx';
import { useShortcutsOpener } from '../components/ui/dialogs/shortcuts-list.ts';
import { useMay } from '../api/workspaces/permissions.ts';
import { useTeam } from '../api/session/workspace.ts';

/** Menu with the signed-in e-mail address and links to the parts of the account page. */
export function AccountMenu() {
  const email = useUserSession()?.email;
  const navigate = useNavigate();
  const listShortcuts = useShortcutsOpener();
  const isTeam = useTeam() !== null;
  const may = useMay();
  const to = (address: string) => () => void navigate(address);
  return (
    <ActionMenu
      label="Your account"
      icon={CircleUser}
      entries={[
        { label: 'Account', icon: UserRound, heading: email, onSelect: to('/account') },
        { label: 'Glossary', icon: BookA, onSelect: to('/glossary') },
        { label: 'Portals', icon: LayoutTemplate, onSelect: to('/portals') },
        ...(may('tokens.read')
          ? [{ label: 'Tokens', icon: Coins, onSelect: to(isTeam ? '/workspace#plan' : '/account#tokens') }]
          : []),
        { label: 'Change password', icon: KeyRound, onSelect: to('/account#password') },
        ...(listShortcuts ? [{ label: 'Keyboard shortcuts', icon: Keyboard, onSelect: listShortcuts }] : []),
      ]}
    />
  );
}
