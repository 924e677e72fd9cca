import { emailAddressOf, type StaffRole } from '@vault/contracts';
import { useState } from 'react';
import { useAddStaffMutation } from '../api/staff-accounts-api.ts';
import { FormDialog } from '../../../components/ui/dialogs/form-dialog.tsx';
import { showAdminToast } from '../../../components/admin/show-admin-toast.ts';
import { PasswordField } from '../../../components/account/password-field.tsx';
import { TextField } from '../../../components/ui/fields/text-field.tsx';
import { newPasswordProblem } from '../../../components/ui/fields/read-fields.ts';
import { adminStaffStrings as strings } from '../admin-staff.strings.ts';
import { RoleSelect } from './role-select.tsx';
import { useForm } from '../../../components/ui/fields/use-form.ts';

/** Adds a member of staff. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const [role, setRole] = useState<StaffRole>('support');
  const [add] = useAddStaffMutation();
  const form = useForm({
    names: ['email', 'password'],
    problemOf: ({ email, password }) =>
      emailAddressOf(email) !== undefined
        ? newPasswordProblem(password, 'password')
        : { message: 'Please enter a valid email address.', field: 'email' },
    send: async ({ email, password }) => {
      await add({ email: email.trim(), password, role }).unwrap();
      showAdminToast('success', `${email.trim()} was added.`);
      onClose();
    },
    failure: 'The member of staff was not added. Please try again.',
  });
  return (
    <FormDialog
      title="Add a member of staff"
      state={form}
      submitLabel={strings.add}
      busyLabel="Adding…"
      onClose={onClose}
    >
      <TextField autoFocus label={strings.email} name="email" type="email" autoComplete="off" />
      <PasswordField
        label="First password"
        name="password"
        autoComplete="new-password"
        hint="At least 8 characters. Ask them to change it after signing in."
      />
      <RoleSelect role={role} onChange={setRole} />
    </FormDialog>
  );
}
