import { useSessionRequest } from '../../api/use-session-request.ts';
import { startUserSession } from '../../api/user-session.ts';
import { AccountForm, firstEmpty } from '../../components/account-form.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { strings } from '../../strings.ts';
import { signInStrings as words } from './sign-in.strings.ts';

const names = ['email', 'password'] as const;

/** The sign-in form for users. */
export function SignInForm() {
  const { message, isBusy, refuse, request } = useSessionRequest('/auth/login', startUserSession);
  return (
    <AccountForm
      names={names}
      problemOf={(fields) => {
        const field = firstEmpty(fields, names);
        return field && { message: strings.fillAll, field };
      }}
      onProblem={refuse}
      onSend={({ email, password }) => void request({ email: email.trim(), password })}
      message={message}
      isBusy={isBusy}
      submitLabel={words.submit}
      busyLabel={words.busy}
    >
      <TextField label={words.email} name="email" type="email" autoComplete="username" required autoFocus />
      <PasswordField label={words.password} name="password" autoComplete="current-password" required />
    </AccountForm>
  );
}
