import { useSessionRequest } from '../api/use-session-request.ts';
import { firstProblem } from '../lib/read-fields.ts';
import { AccountForm } from './account-form.tsx';
import { PasswordField } from './password-field.tsx';
import { TextField } from './text-field.tsx';

const names = ['email', 'password'] as const;

interface SignInFormProps<Session> {
  /** The address of the sign-in in the API. */
  path: string;
  /** Stores the session. */
  onSession: (session: Session) => void;
  words: Readonly<Record<'email' | 'password' | 'submit' | 'busy', string>>;
}

/** The sign-in form of users and of staff. */
export function SignInForm<Session>({ path, onSession, words }: SignInFormProps<Session>) {
  const { message, isBusy, refuse, request } = useSessionRequest(path, onSession);
  return (
    <AccountForm
      names={names}
      problemOf={(fields) => firstProblem(fields, names)}
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
