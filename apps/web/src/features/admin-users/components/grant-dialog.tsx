import { plans } from '@vault/contracts';
import type { EmployeeRow } from '@vault/contracts';
import { useState } from 'react';
import { useGrantUpgradeMutation } from '../../../api/staff/employees-api.ts';
import { AskDialog } from '../../../components/admin/ask-dialog.tsx';
import { monthsAfter } from '../../../components/admin/edit/months-after.ts';
import { planStrings } from '../../../components/admin/edit/plan.strings.ts';
import { formatDay } from '../../../lib/format/format-time.ts';
import { UserEffects } from './user-effects.tsx';

/** Asks for confirmation before a user gets the executive plan, and lists what that changes. */
export function GrantDialog({ row, onClose }: { row: EmployeeRow; onClose: () => void }) {
  const [grant] = useGrantUpgradeMutation();
  const [until] = useState(() => formatDay(monthsAfter(Date.now() / 1_000, 1)));
  return (
    <AskDialog
      question="Grant this upgrade?"
      confirmLabel={planStrings.grant}
      busyLabel="Granting…"
      onConfirm={async () => (await grant(row._id).unwrap()).msg || 'The upgrade was granted.'}
      failure="The upgrade was not granted. Please try again."
      onClose={onClose}
    >
      <UserEffects row={row} title="The user immediately gets:">
        <li>{`Plan: ${plans[row.plan].label} → Executive, with its videos and tokens`}</li>
        <li>{`Membership until ${until}`}</li>
        {row.is_confirmed ? null : <li>The registration is confirmed</li>}
      </UserEffects>
    </AskDialog>
  );
}
