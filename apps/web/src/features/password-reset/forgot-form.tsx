import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { AccountForm } from '../../components/account-form.tsx';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/text-field.tsx';
import { passwordResetStrings as words } from './password-reset.strings.ts';
import { useForm } from '../../components/use-form.ts';
import { postForSentence } from '../../api/post-json.ts';

/** Requests a reset link. The message is the same for every address, so that it does not disclose accounts. */
export function ForgotForm() {
  const [sent, setSent] = useState<string>();
  const form = useForm({
    names: ['email'],
    send: async ({ email }) => {
      setSent(await postForSentence('/auth/forgot-password', { email: email.trim() }));
    },
  });

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
    <AccountForm state={form} submitLabel={words.send} busyLabel={words.sending}>
      <chakra.p color="ink.muted">{words.forgotText}</chakra.p>
      <TextField label={words.email} name="email" type="email" autoComplete="username" required autoFocus />
    </AccountForm>
  );
}
