import { chakra } from '@chakra-ui/react';
import type { StaffAccount } from '@vault/contracts';
import { errorMessage } from '../../api/error-message.ts';
import { useRemoveStaffMutation } from '../../api/staff/staff-accounts-api.ts';
import { AskDialog } from '../../components/admin/ask-dialog.tsx';
import { say } from '../../components/admin/say.ts';
import { adminStaffStrings as words } from './admin-staff.strings.ts';

/** Asks for confirmation before a staff account is removed. */
export function RemoveStaffDialog({ row, onClose }: { row: StaffAccount; onClose: () => void }) {
  const [remove, { isLoading }] = useRemoveStaffMutation();
  const confirm = async () => {
    try {
      await remove(row.id).unwrap();
      say('success', words.removed(row.email));
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
      <chakra.p fontSize="md" fontWeight="strong" overflowWrap="anywhere" mb="3">
        {row.email}
      </chakra.p>
      <chakra.p fontSize="sm" color="ink.muted">
        {words.removeText}
      </chakra.p>
    </AskDialog>
  );
}
