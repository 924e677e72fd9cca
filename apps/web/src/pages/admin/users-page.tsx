import { adminUsersStrings } from '../../features/admin-users/admin-users.strings.ts';
import { UserList } from '../../features/admin-users/user-list.tsx';
import { useUserDialogs } from '../../features/admin-users/use-user-dialogs.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';

/** All users, with their actions. */
export function UsersPage() {
  usePageTitle(adminUsersStrings.title);
  const { actions, dialog } = useUserDialogs();
  return (
    <>
      <UserList {...actions} />
      {dialog}
    </>
  );
}
