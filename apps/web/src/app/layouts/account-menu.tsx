import { CircleUser, Coins, KeyRound, UserRound } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { useUserSession } from '../../api/user-session.ts';
import { ActionMenu } from '../../components/action-menu.tsx';
import { strings } from '../../strings.ts';

/** Menu with the signed-in e-mail address and links to the parts of the account page. */
export function AccountMenu() {
  const email = useUserSession()?.email;
  const navigate = useNavigate();
  const to = (address: string) => () => {
    void navigate(address);
  };
  return (
    <ActionMenu
      label={strings.account}
      icon={CircleUser}
      entries={[
        { label: strings.accountPage, icon: UserRound, heading: email, onSelect: to('/account') },
        { label: strings.accountTokens, icon: Coins, onSelect: to('/account#tokens') },
        { label: strings.accountPassword, icon: KeyRound, onSelect: to('/account#password') },
      ]}
    />
  );
}
