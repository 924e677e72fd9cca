import { AccountForm } from '../../../components/account/account-form.tsx';
import { PasswordField } from '../../../components/account/password-field.tsx';
import { useForm } from '../../../components/ui/fields/use-form.ts';
import { postForSentence } from '../../../api/http/post-json.ts';

interface ResetFormProps {
  /** The token of the link. */
  token: string;
  /** Called when the password was set. */
  onDone: (msg: string) => void;
}

/** Sets a new password with the token of a link. */
export function ResetForm({ token, onDone }: ResetFormProps) {
  const form = useForm({
    names: ['password', 'again'],
    problemOf: ({ password, again }) =>
      password === again ? undefined : { message: 'The passwords do not match.', field: 'again' },
    send: async ({ password }) => {
      onDone(
        (await postForSentence('/auth/reset-password', { token, password })) ||
          'Your password was changed. Please sign in.',
      );
    },
  });
  return (
    <AccountForm state={form} submitLabel="Set the password" busyLabel="Setting the password…">
      <PasswordField
        label="New password"
        hint="At least 8 characters. It signs you out everywhere."
        name="password"
        autoComplete="new-password"
        required
        autoFocus
      />
      <PasswordField label="Repeat the new password" name="again" autoComplete="new-password" required />
    </AccountForm>
  );
}
