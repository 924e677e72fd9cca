import { chakra } from '@chakra-ui/react';
import type { StaffAccount } from '@vault/contracts';
import { useRemoveStaffMutation } from '../api/staff-accounts-api.ts';
import { AskDialog } from '../../../components/admin/ask-dialog.tsx';
import { adminStaffStrings as strings } from '../admin-staff.strings.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';

/** Asks for confirmation before a staff account is removed. */
export function RemoveStaffDialog({ row, onClose }: { row: StaffAccount; onClose: () => void }) {
  const [remove] = useRemoveStaffMutation();
  return (
    <AskDialog
      question="Remove this member of staff?"
      confirmLabel={strings.remove}
      busyLabel="Removing…"
      onConfirm={async () => {
        await remove(row.id).unwrap();
        return `${row.email} was removed.`;
      }}
      failure="The member of staff was not removed. Please try again."
      onClose={onClose}
    >
      <chakra.p fontSize="md" fontWeight="strong" overflowWrap="anywhere" mb="3">
        {row.email}
      </chakra.p>
      <MutedText>
        The account and its sessions end at once. The audit log keeps the account’s actions.
      </MutedText>
    </AskDialog>
  );
}
