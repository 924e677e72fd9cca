import { chakra } from '@chakra-ui/react';
import type { StaffAccount } from '@vault/contracts';
import { useRemoveStaffMutation } from '../../api/staff/staff-accounts-api.ts';
import { AskDialog } from '../../components/admin/ask-dialog.tsx';
import { adminStaffStrings as words } from './admin-staff.strings.ts';

/** Asks for confirmation before a staff account is removed. */
export function RemoveStaffDialog({ row, onClose }: { row: StaffAccount; onClose: () => void }) {
  const [remove] = useRemoveStaffMutation();
  return (
    <AskDialog
      question={words.removeQuestion}
      confirmLabel={words.remove}
      busyLabel={words.removing}
      onConfirm={async () => {
        await remove(row.id).unwrap();
        return words.removed(row.email);
      }}
      failure={words.removeFailed}
      onClose={onClose}
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
