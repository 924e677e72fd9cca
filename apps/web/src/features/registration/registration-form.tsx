import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import type { PlanId } from '@vault/contracts';
import { postJson } from '../../api/post-json.ts';
import { startUserSession } from '../../api/user-session.ts';
import type { UserSession } from '../../api/user-session.ts';
import { Button } from '../../components/button.tsx';
import { FormMessage } from '../../components/form-message.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { TextField } from '../../components/text-field.tsx';
import { readFields } from '../../lib/read-fields.ts';
import { strings } from '../../strings.ts';
import { PlanChoice } from './plan-choice.tsx';
import { registrationStrings as words } from './registration.strings.ts';

const names = ['email', 'firstname', 'lastname', 'password', 'confirmPassword', 'plan'] as const;
type Fields = Record<(typeof names)[number], string>;

function problemOf(fields: Fields): string {
  const required = [fields.email, fields.firstname, fields.lastname, fields.password, fields.confirmPassword];
  if (required.some((value) => value.trim() === '')) return words.fillAll;
  return fields.password === fields.confirmPassword ? '' : words.mismatch;
}

/** What is sent: the confirmation stays here. */
function payloadOf({ firstname, lastname, email, password, plan }: Fields) {
  return { firstname, lastname, email: email.trim(), password, plan };
}

/** Five fields and a plan. Success stores the user as signed in; the page then leaves by itself. */
export function RegistrationForm({ plan }: { plan: PlanId }) {
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const fields = readFields(event.currentTarget, names);
    const problem = problemOf(fields);
    setMessage(problem);
    if (problem) return;
    setBusy(true);
    try {
      startUserSession(await postJson<UserSession>('/auth/register', payloadOf(fields)));
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
      <TextField label={words.email} name="email" type="email" autoComplete="username" autoFocus />
      <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
        <TextField label={words.firstname} name="firstname" autoComplete="given-name" />
        <TextField label={words.lastname} name="lastname" autoComplete="family-name" />
      </chakra.div>
      <TextField
        label={words.password}
        hint={words.passwordHint}
        name="password"
        type="password"
        autoComplete="new-password"
      />
      <TextField label={words.confirm} name="confirmPassword" type="password" autoComplete="new-password" />
      <PlanChoice initial={plan} />
      <FormMessage message={message} />
      <Button type="submit" tone="primary" size="wide" disabled={isBusy}>
        {isBusy ? <Spinner /> : null}
        {isBusy ? words.busy : words.submit}
      </Button>
    </chakra.form>
  );
}
