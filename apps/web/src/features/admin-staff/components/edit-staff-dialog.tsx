import { chakra } from '@chakra-ui/react';
import type { EditStaffBody, StaffAccount } from '@vault/contracts';
import { useState } from 'react';
import { useEditStaffMutation } from '../api/staff-accounts-api.ts';
import { FormDialog } from '../../../components/ui/dialogs/form-dialog.tsx';
import { showAdminToast } from '../../../components/admin/show-admin-toast.ts';
import { SwitchField } from '../../../components/admin/switch-field.tsx';
import { PasswordField } from '../../../components/account/password-field.tsx';
import { newPasswordProblem } from '../../../components/ui/fields/read-fields.ts';
import { adminStaffStrings as strings } from '../admin-staff.strings.ts';
import { RoleSelect } from './role-select.tsx';
import { useForm } from '../../../components/ui/fields/use-form.ts';

/** Edits role, password and whether the account is active. Only changed fields are sent. */
export function EditStaffDialog({ row, onClose }: { row: StaffAccount; onClose: () => void }) {
  const [role, setRole] = useState(row.role);
  const [isActive, setActive] = useState(row.is_active);
  const [edit] = useEditStaffMutation();
  const bodyOf = (password: string): EditStaffBody => ({
    ...(role !== row.role && { role }),
    ...(isActive !== row.is_active && { is_active: isActive }),
    ...(password !== '' && { password }),
  });
  const form = useForm({
    names: ['password'],
    required: [],
    problemOf: ({ password }) =>
      Object.keys(bodyOf(password)).length === 0
        ? { message: 'Nothing has been changed yet.' }
        : password === ''
          ? undefined
          : newPasswordProblem(password, 'password'),
    send: async ({ password }) => {
      await edit({ id: row.id, body: bodyOf(password) }).unwrap();
      showAdminToast('success', `${row.email} was updated.`);
      onClose();
    },
    failure: 'The member of staff was not updated. Please try again.',
  });
  return (
    <FormDialog
      title="Edit a member of staff"
      state={form}
      submitLabel="Save"
      busyLabel="Saving…"
      onClose={onClose}
    >
      <chakra.p fontWeight="strong" overflowWrap="anywhere">
        {row.email}
      </chakra.p>
      <RoleSelect role={role} onChange={setRole} />
      <SwitchField
        label={strings.active}
        hint="An inactive account cannot sign in, and its sessions end."
        isOn={isActive}
        onChange={setActive}
      />
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        hint="Leave it empty to keep the current password. A new password ends the sessions of this account."
      />
    </FormDialog>
  );
}
