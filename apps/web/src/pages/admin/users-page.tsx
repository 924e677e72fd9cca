import { UserList } from '../../features/admin-users/user-list.tsx';
import { useUserDialogs } from '../../features/admin-users/use-user-dialogs.tsx';

/** All users, with their actions. */
export function UsersPage() {
  const { actions, dialog } = useUserDialogs();
  return (
    <>
      <UserList {...actions} />
      {dialog}
    </>
  );
}
