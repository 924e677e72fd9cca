import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { errorMessage } from '../../api/error-message.ts';
import { useChangePasswordMutation } from '../../api/own-account-api.ts';
import { Button } from '../../components/button.tsx';
import { FormMessage } from '../../components/form-message.tsx';
import { PasswordChange, passwordNames, passwordProblem } from '../../components/password-change.tsx';
import { isRefused, readFields } from '../../lib/read-fields.ts';
import { showToast } from '../../lib/toasts.ts';
import { AccountSection, Actions, Note } from './account-section.tsx';
import { accountStrings as words } from './account.strings.ts';

/** Changes the password. The current one is required. */
export function PasswordSection({ email }: { email: string }) {
  const [message, setMessage] = useState('');
  const [change, { isLoading }] = useChangePasswordMutation();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLoading) return;
    const form = event.currentTarget;
    const fields = readFields(form, passwordNames);
    if (isRefused(form, passwordProblem(fields, words.differ), setMessage)) return;
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
        <PasswordChange words={words} />
        <FormMessage message={message} />
        <Actions>
          <Button isBusy={isLoading} type="submit">
            {isLoading ? words.changing : words.change}
          </Button>
          <Note>{words.passwordHint}</Note>
        </Actions>
      </chakra.form>
    </AccountSection>
  );
}
