import type { Ref } from 'react';
import { postJson } from '../../api/http/post-json.ts';
import { AccountForm } from './account-form.tsx';
import { PasswordField } from './password-field.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { useForm } from '../ui/fields/use-form.ts';

interface SignInFormProps<Session> {
  /** The address of the sign-in in the API. */
  path: string;
  /** Stores the session, which makes the page redirect. */
  onSession: (session: Session) => void;
  emailLabel: string;
  /** The field of the address. */
  emailRef?: Ref<HTMLInputElement>;
}

/** The sign-in form of users and of staff. */
export function SignInForm<Session>({ path, onSession, emailLabel, emailRef }: SignInFormProps<Session>) {
  const form = useForm({
    names: ['email', 'password'],
    send: async ({ email, password }) => {
      onSession(await postJson<Session>(path, { email: email.trim(), password }));
    },
  });
  return (
    <AccountForm state={form} submitLabel="Sign in" busyLabel="Signing in…">
      <TextField
        ref={emailRef}
        label={emailLabel}
        name="email"
        type="email"
        autoComplete="username"
        required
        autoFocus
      />
      <PasswordField label="Password" name="password" autoComplete="current-password" required />
    </AccountForm>
  );
}
