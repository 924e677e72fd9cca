import type { EmployeeRow } from '@vault/contracts';
import { useDeleteEmployeeMutation } from '../../../api/staff/employees-api.ts';
import { AskDialog } from '../../../components/admin/ask-dialog.tsx';
import { adminUsersStrings as strings } from '../admin-users.strings.ts';
import { UserEffects } from './user-effects.tsx';
import { countOf } from '../../../lib/format/format-number.ts';

/** Asks for confirmation before a user is deleted, and lists what is deleted with the account. */
export function RemoveDialog({ row, onClose }: { row: EmployeeRow; onClose: () => void }) {
  const [remove] = useDeleteEmployeeMutation();
  return (
    <AskDialog
      question="Are you sure you want to delete this employee?"
      confirmLabel={strings.remove}
      busyLabel="Deleting…"
      onConfirm={async () => (await remove(row._id).unwrap()) || 'The user was deleted.'}
      failure="Error to delete user"
      onClose={onClose}
    >
      <UserEffects row={row} title="This is deleted at once and permanently:">
        {row.posted_videos === 0 ? null : <li>{strings.lossVideos(row.posted_videos)}</li>}
        <li>{`A balance of ${countOf(row.token_balance, 'token')} and the token history`}</li>
        <li>The account and its sessions</li>
      </UserEffects>
    </AskDialog>
  );
}
