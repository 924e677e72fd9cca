import type { StaffRole } from '@vault/contracts';
import { useState } from 'react';
import { useAddStaffMutation } from '../../api/staff/staff-accounts-api.ts';
import { FormDialog } from '../../components/admin/form-dialog.tsx';
import { say } from '../../components/admin/say.ts';
import { PasswordField } from '../../components/password-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { newPasswordProblem } from '../../lib/read-fields.ts';
import { adminStaffStrings as words } from './admin-staff.strings.ts';
import { RoleChoice } from './role-choice.tsx';
import { useForm } from '../../components/use-form.ts';

/** Adds a member of staff. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const [role, setRole] = useState<StaffRole>('support');
  const [add] = useAddStaffMutation();
  const form = useForm({
    names: ['email', 'password'],
    problemOf: ({ email, password }) =>
      /^\S+@\S+$/.test(email.trim())
        ? newPasswordProblem(password, 'password')
        : { message: words.badEmail, field: 'email' },
    send: async ({ email, password }) => {
      await add({ email: email.trim(), password, role }).unwrap();
      say('success', words.added(email.trim()));
      onClose();
    },
    failure: words.addFailed,
  });
  return (
    <FormDialog
      title={words.addTitle}
      state={form}
      submitLabel={words.add}
      busyLabel={words.adding}
      onClose={onClose}
    >
      <TextField autoFocus label={words.email} name="email" type="email" autoComplete="off" />
      <PasswordField
        label={words.password}
        name="password"
        autoComplete="new-password"
        hint={words.passwordHint}
      />
      <RoleChoice role={role} onChange={setRole} />
    </FormDialog>
  );
}
