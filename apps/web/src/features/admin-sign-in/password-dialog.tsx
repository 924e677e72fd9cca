import { useChangeStaffPasswordMutation } from '../../api/staff/member-api.ts';
import { FormDialog } from '../../components/admin/form-dialog.tsx';
import { say } from '../../components/admin/say.ts';
import { PasswordChange, passwordNames, passwordProblem } from '../../components/password-change.tsx';
import { adminSignInStrings as words } from './admin-sign-in.strings.ts';
import { useForm } from '../../components/use-form.ts';

/** Changes the password of the signed-in member of staff. The current one is required. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const [change] = useChangeStaffPasswordMutation();
  const form = useForm({
    names: passwordNames,
    problemOf: (fields) => passwordProblem(fields, words.differ),
    send: async ({ password, new_password }) => {
      say('success', (await change({ password, new_password }).unwrap()) || words.changed);
      onClose();
    },
    failure: words.failed,
  });
  return (
    <FormDialog
      title={words.changeTitle}
      state={form}
      submitLabel={words.change}
      busyLabel={words.changing}
      onClose={onClose}
    >
      <PasswordChange autoFocus words={words} />
    </FormDialog>
  );
}
