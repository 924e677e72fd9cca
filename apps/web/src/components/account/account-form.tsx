import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { FormMessage } from '../ui/fields/form-message.tsx';
import { Form } from '../ui/fields/form.tsx';
import type { FormState } from '../ui/fields/use-form.ts';
import { isSignOnRequired, SignOnOffer } from './sign-on-offer.tsx';

interface AccountFormProps {
  state: FormState;
  submitLabel: string;
  busyLabel: string;
  children: ReactNode;
}

/** The form of a page before sign-in: fields, a message, and a submit button with a busy state. */
export function AccountForm({ state, submitLabel, busyLabel, children }: AccountFormProps) {
  const isOffered = isSignOnRequired(state.failure);
  return (
    <Form state={state}>
      {children}
      <FormMessage message={state.message} />
      {isOffered ? <SignOnOffer /> : null}
      <Button isBusy={state.isBusy} type="submit" tone={isOffered ? 'outline' : 'primary'} size="wide">
        {state.isBusy ? busyLabel : submitLabel}
      </Button>
    </Form>
  );
}
