import { useChangeStaffPasswordMutation } from '../../../api/staff/member-api.ts';
import { FormDialog } from '../../../components/ui/dialogs/form-dialog.tsx';
import { showAdminToast } from '../../../components/admin/show-admin-toast.ts';
import {
  PasswordChange,
  passwordNames,
  passwordProblem,
} from '../../../components/account/password-change.tsx';
import { useForm } from '../../../components/ui/fields/use-form.ts';

/** Changes the password of the signed-in member of staff. The current one is required. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const [change] = useChangeStaffPasswordMutation();
  const form = useForm({
    names: passwordNames,
    problemOf: (fields) => passwordProblem(fields, 'The new passwords do not match.'),
    send: async ({ password, new_password }) => {
      showAdminToast(
        'success',
        (await change({ password, new_password }).unwrap()) || 'Your password was changed.',
      );
      onClose();
    },
    failure: 'The password was not changed. Please try again.',
  });
  return (
    <FormDialog
      title="Change password"
      state={form}
      submitLabel="Change password"
      busyLabel="Changing…"
      onClose={onClose}
    >
      <PasswordChange
        autoFocus
        again="Repeat the new password"
        hint="At least 8 characters. Your other sessions end."
      />
    </FormDialog>
  );
}
