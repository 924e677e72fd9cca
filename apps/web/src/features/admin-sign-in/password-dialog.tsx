import { useState } from 'react';
import { errorMessage } from '../../api/error-message.ts';
import { useChangeStaffPasswordMutation } from '../../api/staff/member-api.ts';
import { FormDialog } from '../../components/admin/form-dialog.tsx';
import { say } from '../../components/admin/say.ts';
import { PasswordField } from '../../components/password-field.tsx';
import { readFields } from '../../lib/read-fields.ts';
import { strings } from '../../strings.ts';
import { adminSignInStrings as words } from './admin-sign-in.strings.ts';

const names = ['password', 'new_password', 'again'] as const;
const minPasswordLength = 8;

function problemOf(fields: Record<(typeof names)[number], string>): string {
  if (names.some((name) => fields[name] === '')) return strings.fillAll;
  if (fields.new_password.length < minPasswordLength) return words.tooShort;
  return fields.new_password === fields.again ? '' : words.differ;
}

/** Changes the password of the signed-in member of staff. The current one is required. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const [message, setMessage] = useState('');
  const [change, { isLoading }] = useChangeStaffPasswordMutation();

  const submit = async (form: HTMLFormElement) => {
    const fields = readFields(form, names);
    const problem = problemOf(fields);
    setMessage(problem);
    if (problem) return;
    const { password, new_password } = fields;
    try {
      say('success', (await change({ password, new_password }).unwrap()) || words.changed);
      onClose();
    } catch (error) {
      setMessage(errorMessage(error, words.failed));
    }
  };

  return (
    <FormDialog
      title={words.changeTitle}
      message={message}
      isBusy={isLoading}
      submitLabel={words.change}
      busyLabel={words.changing}
      onSubmit={(form) => void submit(form)}
      onClose={onClose}
    >
      <PasswordField autoFocus label={words.current} name="password" autoComplete="current-password" />
      <PasswordField
        label={words.next}
        name="new_password"
        autoComplete="new-password"
        hint={words.nextHint}
      />
      <PasswordField label={words.again} name="again" autoComplete="new-password" />
    </FormDialog>
  );
}
