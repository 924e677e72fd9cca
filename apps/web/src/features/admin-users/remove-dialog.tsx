import type { EmployeeRow } from '@vault/contracts';
import { useDeleteEmployeeMutation } from '../../api/staff/employees-api.ts';
import { AskDialog } from '../../components/admin/ask-dialog.tsx';
import { adminUsersStrings as words } from './admin-users.strings.ts';
import { UserEffects } from './user-effects.tsx';

/** Asks for confirmation before a user is deleted, and lists what is deleted with the account. */
export function RemoveDialog({ row, onClose }: { row: EmployeeRow; onClose: () => void }) {
  const [remove] = useDeleteEmployeeMutation();
  return (
    <AskDialog
      question={words.removeQuestion}
      confirmLabel={words.remove}
      busyLabel={words.removing}
      onConfirm={async () => (await remove(row._id).unwrap()) || words.removed}
      failure={words.removeFailed}
      onClose={onClose}
    >
      <UserEffects row={row} title={words.removeLoss}>
        {row.posted_videos === 0 ? null : <li>{words.lossVideos(row.posted_videos)}</li>}
        <li>{words.lossTokens(row.token_balance)}</li>
        <li>{words.lossAccount}</li>
      </UserEffects>
    </AskDialog>
  );
}
