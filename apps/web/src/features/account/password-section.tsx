import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { errorMessage } from '../../api/error-message.ts';
import { useChangePasswordMutation } from '../../api/own-account-api.ts';
import { Button } from '../../components/button.tsx';
import { FormMessage } from '../../components/form-message.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { readFields } from '../../lib/read-fields.ts';
import { showToast } from '../../lib/toasts.ts';
import { strings } from '../../strings.ts';
import { AccountSection, Actions, Note } from './account-section.tsx';
import { accountStrings as words } from './account.strings.ts';

const names = ['password', 'new_password', 'again'] as const;
type Fields = Record<(typeof names)[number], string>;
const minPasswordLength = 8;

function problemOf(fields: Fields): { message: string; field: keyof Fields } | undefined {
  const empty = names.find((name) => fields[name] === '');
  if (empty) return { message: strings.fillAll, field: empty };
  if (fields.new_password.length < minPasswordLength)
    return { message: words.tooShort, field: 'new_password' };
  return fields.new_password === fields.again ? undefined : { message: words.differ, field: 'again' };
}

/** Changes the password. The current one is required. */
export function PasswordSection({ email }: { email: string }) {
  const [message, setMessage] = useState('');
  const [change, { isLoading }] = useChangePasswordMutation();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLoading) return;
    const form = event.currentTarget;
    const fields = readFields(form, names);
    const problem = problemOf(fields);
    setMessage(problem?.message ?? '');
    if (problem) {
      form.querySelector<HTMLInputElement>(`[name="${problem.field}"]`)?.focus();
      return;
    }
    try {
      const { password, new_password } = fields;
      const done = await change({ password, new_password }).unwrap();
      form.reset();
      showToast({ kind: 'success', text: done || words.changed });
    } catch (error) {
      setMessage(errorMessage(error, words.changeFailed));
    }
  };

  return (
    <AccountSection id="password" title={words.password}>
      <chakra.form
        noValidate
        display="grid"
        gap="4"
        maxWidth="420px"
        aria-busy={isLoading}
        onSubmit={(event) => void submit(event)}
      >
        {/* Password managers need the user name. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordField label={words.current} name="password" autoComplete="current-password" />
        <PasswordField
          label={words.next}
          name="new_password"
          autoComplete="new-password"
          hint={words.nextHint}
        />
        <PasswordField label={words.again} name="again" autoComplete="new-password" />
        <FormMessage message={message} />
        <Actions>
          <Button type="submit" aria-disabled={isLoading}>
            {isLoading ? <Spinner /> : null}
            {isLoading ? words.changing : words.change}
          </Button>
          <Note>{words.passwordHint}</Note>
        </Actions>
      </chakra.form>
    </AccountSection>
  );
}
