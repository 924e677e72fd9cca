import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { AccountForm } from '../../../components/account/account-form.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/fields/text-field.tsx';
import { useForm } from '../../../components/ui/fields/use-form.ts';
import { postForSentence } from '../../../api/http/post-json.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';

/** Requests a reset link. The message is the same for every address, so that it does not disclose accounts. */
export function ForgotForm() {
  const [confirmation, setConfirmation] = useState<string>();
  const form = useForm({
    names: ['email'],
    send: async ({ email }) => {
      setConfirmation(await postForSentence('/auth/forgot-password', { email: email.trim() }));
    },
  });

  if (confirmation !== undefined)
    return (
      <chakra.div role="status" display="grid" justifyItems="start" gap="4">
        <p>{confirmation || 'If an account has this address, we have sent it a link.'}</p>
        <MutedText>The link works once, for 30 minutes. Please also check your spam folder.</MutedText>
        <Button onClick={() => setConfirmation(undefined)}>Use another address</Button>
      </chakra.div>
    );
  return (
    <AccountForm state={form} submitLabel="Send the link" busyLabel="Sending…">
      <chakra.p color="ink.muted">
        Type the address of your account. We send it a link that sets a new password.
      </chakra.p>
      <TextField label="Email address" name="email" type="email" autoComplete="username" required autoFocus />
    </AccountForm>
  );
}
