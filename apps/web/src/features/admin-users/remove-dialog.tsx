import { chakra } from '@chakra-ui/react';
import type { EmployeeRow } from '@vault/contracts';
import { errorMessage } from '../../api/error-message.ts';
import { useDeleteEmployeeMutation } from '../../api/staff/employees-api.ts';
import { AskDialog } from '../../components/admin/ask-dialog.tsx';
import { say } from '../../components/admin/say.ts';
import { adminUsersStrings as words } from './admin-users.strings.ts';
import { nameOf } from './employee-state.ts';

interface RemoveDialogProps {
  row: EmployeeRow;
  onClose: () => void;
}

/** Asks for confirmation before a user is deleted, and lists what is deleted with the account. */
export function RemoveDialog({ row, onClose }: RemoveDialogProps) {
  const [remove, { isLoading }] = useDeleteEmployeeMutation();
  const confirm = async () => {
    try {
      say('success', (await remove(row._id).unwrap()) || words.removed);
      onClose();
    } catch (error) {
      say('error', errorMessage(error, words.removeFailed));
    }
  };
  return (
    <AskDialog
      question={words.removeQuestion}
      confirmLabel={words.remove}
      busyLabel={words.removing}
      isBusy={isLoading}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <chakra.p fontSize="md" fontWeight="strong" overflowWrap="anywhere">
        {nameOf(row)}
      </chakra.p>
      <chakra.p fontSize="sm" color="ink.muted" overflowWrap="anywhere" mb="4">
        {row.email}
      </chakra.p>
      <chakra.p fontSize="sm" mb="1">
        {words.removeLoss}
      </chakra.p>
      <chakra.ul listStyleType="disc" fontSize="sm" color="ink.muted" ps="4" display="grid" gap="1">
        {row.posted_videos === 0 ? null : <li>{words.lossVideos(row.posted_videos)}</li>}
        <li>{words.lossTokens(row.token_balance)}</li>
        <li>{words.lossAccount}</li>
      </chakra.ul>
    </AskDialog>
  );
}
