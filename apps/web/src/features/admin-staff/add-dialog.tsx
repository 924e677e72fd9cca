import type { StaffRole } from '@vault/contracts';
import { useState } from 'react';
import { errorMessage } from '../../api/error-message.ts';
import { useAddStaffMutation } from '../../api/staff/staff-accounts-api.ts';
import { FormDialog } from '../../components/admin/form-dialog.tsx';
import { say } from '../../components/admin/say.ts';
import { PasswordField } from '../../components/password-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { newPasswordProblem, readFields } from '../../lib/read-fields.ts';
import { strings } from '../../strings.ts';
import { adminStaffStrings as words } from './admin-staff.strings.ts';
import { RoleChoice } from './role-choice.tsx';

function problemOf(email: string, password: string): string {
  if (email === '' || password === '') return strings.fillAll;
  if (!/^\S+@\S+$/.test(email)) return words.badEmail;
  return newPasswordProblem(password);
}

/** Adds a member of staff. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const [role, setRole] = useState<StaffRole>('support');
  const [message, setMessage] = useState('');
  const [add, { isLoading }] = useAddStaffMutation();

  const submit = async (form: HTMLFormElement) => {
    const fields = readFields(form, ['email', 'password']);
    const email = fields.email.trim();
    const problem = problemOf(email, fields.password);
    setMessage(problem);
    if (problem) return;
    try {
      await add({ email, password: fields.password, role }).unwrap();
      say('success', words.added(email));
      onClose();
    } catch (error) {
      setMessage(errorMessage(error, words.addFailed));
    }
  };

  return (
    <FormDialog
      title={words.addTitle}
      message={message}
      isBusy={isLoading}
      submitLabel={words.add}
      busyLabel={words.adding}
      onSubmit={(form) => void submit(form)}
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
