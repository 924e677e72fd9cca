import { staffSession } from '../../api/staff/staff-session.ts';
import { useSessionRequest } from '../../api/use-session-request.ts';
import { AccountForm, firstEmpty } from '../../components/account-form.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { strings } from '../../strings.ts';
import { adminSignInStrings as words } from './admin-sign-in.strings.ts';

const names = ['email', 'password'] as const;

/** The sign-in form for staff. */
export function AdminSignInForm() {
  const { message, isBusy, refuse, request } = useSessionRequest('/admin/login', staffSession.start);
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
