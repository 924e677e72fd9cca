import { AccountForm } from '../../components/account-form.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { passwordResetStrings as words } from './password-reset.strings.ts';
import { useForm } from '../../components/use-form.ts';
import { postForSentence } from '../../api/post-json.ts';

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
      password === again ? undefined : { message: words.differ, field: 'again' },
    send: async ({ password }) => {
      onDone((await postForSentence('/auth/reset-password', { token, password })) || words.done);
    },
  });
  return (
    <AccountForm state={form} submitLabel={words.set} busyLabel={words.setting}>
      <PasswordField
        label={words.next}
        hint={words.nextHint}
        name="password"
        autoComplete="new-password"
        required
        autoFocus
      />
      <PasswordField label={words.again} name="again" autoComplete="new-password" required />
    </AccountForm>
  );
}
