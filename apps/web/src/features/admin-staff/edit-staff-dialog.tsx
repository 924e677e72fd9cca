import { chakra } from '@chakra-ui/react';
import type { EditStaffBody, StaffAccount } from '@vault/contracts';
import { useState } from 'react';
import { errorMessage } from '../../api/error-message.ts';
import { useEditStaffMutation } from '../../api/staff/staff-accounts-api.ts';
import { FormDialog } from '../../components/admin/form-dialog.tsx';
import { say } from '../../components/admin/say.ts';
import { SwitchField } from '../../components/admin/switch-field.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { newPasswordProblem, readFields } from '../../lib/read-fields.ts';
import { adminStaffStrings as words } from './admin-staff.strings.ts';
import { RoleChoice } from './role-choice.tsx';

/** Edits role, password and whether the account is active. Only changed fields are sent. */
export function EditStaffDialog({ row, onClose }: { row: StaffAccount; onClose: () => void }) {
  const [role, setRole] = useState(row.role);
  const [isActive, setActive] = useState(row.is_active);
  const [message, setMessage] = useState('');
  const [edit, { isLoading }] = useEditStaffMutation();

  const submit = async (form: HTMLFormElement) => {
    const { password } = readFields(form, ['password']);
    const body: EditStaffBody = {
      ...(role !== row.role && { role }),
      ...(isActive !== row.is_active && { is_active: isActive }),
      ...(password !== '' && { password }),
    };
    const problem =
      (password && newPasswordProblem(password)) ||
      (Object.keys(body).length === 0 ? words.nothingChanged : '');
    setMessage(problem);
    if (problem) return;
    try {
      await edit({ id: row.id, body }).unwrap();
      say('success', words.saved(row.email));
      onClose();
    } catch (error) {
      setMessage(errorMessage(error, words.saveFailed));
    }
  };

  return (
    <FormDialog
      title={words.editTitle}
      message={message}
      isBusy={isLoading}
      submitLabel={words.save}
      busyLabel={words.saving}
      onSubmit={(form) => void submit(form)}
      onClose={onClose}
    >
      <chakra.p fontWeight="strong" overflowWrap="anywhere">
        {row.email}
      </chakra.p>
      <RoleChoice role={role} onChange={setRole} />
      <SwitchField label={words.active} hint={words.activeHint} isOn={isActive} onChange={setActive} />
      <PasswordField
        label={words.newPassword}
        name="password"
        autoComplete="new-password"
        hint={words.newPasswordHint}
      />
    </FormDialog>
  );
}
