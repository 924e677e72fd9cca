import { UserList } from '../../features/admin-users/components/user-list.tsx';
import { useUserDialogs } from '../../features/admin-users/components/use-user-dialogs.tsx';

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
