import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { RefObject } from 'react';
import { useUserSignOn } from '../../../components/account/use-sign-on.ts';
import { Button } from '../../../components/ui/button.tsx';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { Form } from '../../../components/ui/fields/form.tsx';
import { TextField } from '../../../components/ui/fields/text-field.tsx';
import { useForm } from '../../../components/ui/fields/use-form.ts';

interface ContinueWithSignOnProps {
  /** The field of the sign-in with a password: its text is not typed again. */
  email: RefObject<HTMLInputElement | null>;
}

/** Asks for an address, and leads to the provider of its domain. */
export function ContinueWithSignOn({ email }: ContinueWithSignOnProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <chakra.div mt="6" pt="6" borderTopWidth="1px">
      {typed === null ? (
        <Button size="wide" onClick={() => setTyped(email.current?.value ?? '')}>
          Continue with single sign-on
        </Button>
      ) : (
        <AddressForm typed={typed} />
      )}
    </chakra.div>
  );
}

function AddressForm({ typed }: { typed: string }) {
  const { begin, isBusy, problem } = useUserSignOn();
  const form = useForm({
    names: ['email'],
    send: ({ email }) => begin({ email: email.trim() }),
  });
  return (
    <Form state={form} aria-label="Single sign-on" aria-busy={isBusy}>
      <TextField
        label="Email address at work"
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={typed}
        hint="You go on at the sign-in of your organisation."
        required
        autoFocus
      />
      <FormMessage message={form.message || (problem?.message ?? '')} />
      <Button type="submit" size="wide" isBusy={isBusy}>
        Continue
      </Button>
    </Form>
  );
}
