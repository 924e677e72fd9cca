import { useState } from 'react';
import { errorMessage } from '../../api/error-message.ts';
import { useChangeStaffPasswordMutation } from '../../api/staff/member-api.ts';
import { FormDialog } from '../../components/admin/form-dialog.tsx';
import { say } from '../../components/admin/say.ts';
import { PasswordChange, passwordNames, passwordProblem } from '../../components/password-change.tsx';
import { isRefused, readFields } from '../../lib/read-fields.ts';
import { adminSignInStrings as words } from './admin-sign-in.strings.ts';

/** Changes the password of the signed-in member of staff. The current one is required. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const [message, setMessage] = useState('');
  const [change, { isLoading }] = useChangeStaffPasswordMutation();

  const submit = async (form: HTMLFormElement) => {
    const fields = readFields(form, passwordNames);
    if (isRefused(form, passwordProblem(fields, words.differ), setMessage)) return;
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
      <PasswordChange autoFocus words={words} />
    </FormDialog>
  );
}
