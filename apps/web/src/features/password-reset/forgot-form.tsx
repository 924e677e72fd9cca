import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { AccountForm } from '../../components/account-form.tsx';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/text-field.tsx';
import { firstProblem } from '../../lib/read-fields.ts';
import { passwordResetStrings as words } from './password-reset.strings.ts';
import { useSentence } from './use-sentence.ts';

const names = ['email'] as const;

/** Requests a reset link. The message is the same for every address, so that it does not disclose accounts. */
export function ForgotForm() {
  const { message, isBusy, refuse, send } = useSentence('/auth/forgot-password');
  const [sent, setSent] = useState<string>();

  if (sent !== undefined)
    return (
      <chakra.div role="status" display="grid" justifyItems="start" gap="4">
        <p>{sent || words.sent}</p>
        <chakra.p fontSize="sm" color="ink.muted">
          {words.sentHint}
        </chakra.p>
        <Button
          onClick={() => {
            setSent(undefined);
          }}
        >
          {words.another}
        </Button>
      </chakra.div>
    );
  return (
    <AccountForm
      names={names}
      problemOf={(fields) => firstProblem(fields, names)}
      onProblem={refuse}
      onSend={({ email }) => void send({ email: email.trim() }).then(setSent)}
      message={message}
      isBusy={isBusy}
      submitLabel={words.send}
      busyLabel={words.sending}
    >
      <chakra.p color="ink.muted">{words.forgotText}</chakra.p>
      <TextField label={words.email} name="email" type="email" autoComplete="username" required autoFocus />
    </AccountForm>
  );
}
