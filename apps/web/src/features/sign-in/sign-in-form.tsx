import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { postJson } from '../../api/post-json.ts';
import { startUserSession } from '../../api/user-session.ts';
import type { UserSession } from '../../api/user-session.ts';
import { Button } from '../../components/button.tsx';
import { FormMessage } from '../../components/form-message.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { TextField } from '../../components/text-field.tsx';
import { readFields } from '../../lib/read-fields.ts';
import { strings } from '../../strings.ts';
import { signInStrings } from './sign-in.strings.ts';

/** E-mail and password. Success stores the user; the page then leaves by itself. */
export function SignInForm() {
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const { email, password } = readFields(event.currentTarget, ['email', 'password']);
    if (!email.trim() || !password) {
      setMessage(signInStrings.fillAll);
      return;
    }
    setMessage('');
    setBusy(true);
    try {
      startUserSession(await postJson<UserSession>('/auth/login', { email: email.trim(), password }));
    } catch (error) {
      setMessage((error as Error).message || strings.somethingFailed);
      setBusy(false);
    }
  };

  return (
    <chakra.form
      noValidate
      display="grid"
      gap="4"
      onSubmit={(event) => void submit(event)}
      aria-busy={isBusy}
    >
      <TextField label={signInStrings.email} name="email" type="email" autoComplete="username" autoFocus />
      <TextField
        label={signInStrings.password}
        name="password"
        type="password"
        autoComplete="current-password"
      />
      <FormMessage message={message} />
      <Button type="submit" tone="primary" size="wide" disabled={isBusy}>
        {isBusy ? <Spinner /> : null}
        {isBusy ? signInStrings.busy : signInStrings.submit}
      </Button>
    </chakra.form>
  );
}
