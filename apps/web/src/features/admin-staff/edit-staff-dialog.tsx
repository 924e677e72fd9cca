import { Switch, chakra } from '@chakra-ui/react';
import type { EditStaffBody, StaffAccount } from '@vault/contracts';
import { useId, useState } from 'react';
import { errorMessage } from '../../api/error-message.ts';
import { useEditStaffMutation } from '../../api/staff/staff-accounts-api.ts';
import { Choice } from '../../components/choice.tsx';
import { say } from '../../components/admin/say.ts';
import { PasswordField } from '../../components/password-field.tsx';
import { readFields } from '../../lib/read-fields.ts';
import { roleOptions, minPasswordLength } from './add-dialog.tsx';
import { adminStaffStrings as words } from './admin-staff.strings.ts';
import { StaffForm } from './staff-form.tsx';

/** Edits role, password and whether the account is active. Only changed fields are sent. */
export function EditStaffDialog({ row, onClose }: { row: StaffAccount; onClose: () => void }) {
  const id = useId();
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
    const isShort = password !== '' && password.length < minPasswordLength;
    const problem = isShort ? words.tooShort : Object.keys(body).length === 0 ? words.nothingChanged : '';
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
    <StaffForm
      id={id}
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
      <div>
        <Choice
          label={words.role}
          isField
          value={role}
          options={roleOptions}
          onChange={(value) => {
            setRole(value === 'owner' ? 'owner' : 'support');
          }}
        />
        <chakra.p mt="1" fontSize="xs" color="ink.muted">
          {words.roleHint}
        </chakra.p>
      </div>
      <div>
        <Switch.Root
          checked={isActive}
          onCheckedChange={({ checked }) => {
            setActive(checked);
          }}
        >
          <Switch.HiddenInput />
          <Switch.Control>
            <Switch.Thumb />
          </Switch.Control>
          <Switch.Label fontWeight="strong">{words.active}</Switch.Label>
        </Switch.Root>
        <chakra.p mt="1" fontSize="xs" color="ink.muted">
          {words.activeHint}
        </chakra.p>
      </div>
      <PasswordField
        label={words.newPassword}
        name="password"
        autoComplete="new-password"
        hint={words.newPasswordHint}
      />
    </StaffForm>
  );
}
