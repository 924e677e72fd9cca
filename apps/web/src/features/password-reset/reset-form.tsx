import { AccountForm } from '../../components/account-form.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { firstProblem } from '../../lib/read-fields.ts';
import { passwordResetStrings as words } from './password-reset.strings.ts';
import { useSentence } from './use-sentence.ts';

const names = ['password', 'again'] as const;

interface ResetFormProps {
  /** The token of the link. */
  token: string;
  /** Called when the password was set. */
  onDone: (msg: string) => void;
}

/** Sets a new password with the token of a link. */
export function ResetForm({ token, onDone }: ResetFormProps) {
  const { message, isBusy, refuse, send } = useSentence('/auth/reset-password');

  const set = async (password: string) => {
    const msg = await send({ token, password });
    if (msg !== undefined) onDone(msg || words.done);
  };
  return (
    <AccountForm
      names={names}
      problemOf={(fields) => {
        const problem = firstProblem(fields, names);
        if (problem) return problem;
        return fields.password === fields.again ? undefined : { message: words.differ, field: 'again' };
      }}
      onProblem={refuse}
      onSend={({ password }) => void set(password)}
      message={message}
      isBusy={isBusy}
      submitLabel={words.set}
      busyLabel={words.setting}
    >
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
