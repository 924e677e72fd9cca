import { chakra } from '@chakra-ui/react';
import { plans } from '@vault/contracts';
import type { EmployeeRow } from '@vault/contracts';
import { useState } from 'react';
import { errorMessage } from '../../api/error-message.ts';
import { useGrantUpgradeMutation } from '../../api/staff/employees-api.ts';
import { AskDialog } from '../../components/admin/ask-dialog.tsx';
import { say } from '../../components/admin/say.ts';
import { formatDay } from '../../lib/format-date.ts';
import { monthsAfter } from '../../lib/months-after.ts';
import { adminUsersStrings as words } from './admin-users.strings.ts';
import { nameOf } from './employee-state.ts';

interface GrantDialogProps {
  row: EmployeeRow;
  onClose: () => void;
}

/** Asks for confirmation before a user gets the executive plan, and lists what that changes. */
export function GrantDialog({ row, onClose }: GrantDialogProps) {
  const [grant, { isLoading }] = useGrantUpgradeMutation();
  const [until] = useState(() => formatDay(monthsAfter(Date.now() / 1_000, 1)));
  const confirm = async () => {
    try {
      const { msg } = await grant(row._id).unwrap();
      say('success', msg || words.granted);
      onClose();
    } catch (error) {
      say('error', errorMessage(error, words.grantFailed));
    }
  };
  return (
    <AskDialog
      question={words.grantQuestion}
      confirmLabel={words.grant}
      busyLabel={words.granting}
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
        {words.grantText}
      </chakra.p>
      <chakra.ul listStyleType="disc" fontSize="sm" color="ink.muted" ps="4" display="grid" gap="1">
        <li>{words.grantPlan(plans[row.plan].label)}</li>
        <li>{words.grantMembership(until)}</li>
        {row.is_confirmed ? null : <li>{words.grantConfirmed}</li>}
      </chakra.ul>
    </AskDialog>
  );
}
