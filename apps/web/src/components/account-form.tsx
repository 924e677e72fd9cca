import { chakra } from '@chakra-ui/react';
import type { ReactNode, SubmitEvent } from 'react';
import { isRefused, readFields } from '../lib/read-fields.ts';
import type { FormProblem } from '../lib/read-fields.ts';
import { Button } from './button.tsx';
import { FormMessage } from './form-message.tsx';

interface AccountFormProps<Name extends string> {
  names: readonly Name[];
  /** Returns the validation error of the fields, if any. */
  problemOf: (fields: Record<Name, string>) => FormProblem<Name> | undefined;
  onProblem: (message: string) => void;
  onSend: (fields: Record<Name, string>) => void;
  message: string;
  isBusy: boolean;
  submitLabel: string;
  busyLabel: string;
  children: ReactNode;
}

/** The form of a page before sign-in: fields, a message, and a submit button with a busy state. */
export function AccountForm<Name extends string>(props: AccountFormProps<Name>) {
  const { isBusy, message, children } = props;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const fields = readFields(form, props.names);
    if (!isRefused(form, props.problemOf(fields), props.onProblem)) props.onSend(fields);
  };

  // Not `disabled` while busy: a disabled button would lose the focus.
  return (
    <chakra.form noValidate display="grid" gap="4" onSubmit={submit} aria-busy={isBusy}>
      {children}
      <FormMessage message={message} />
      <Button isBusy={isBusy} type="submit" tone="primary" size="wide">
        {isBusy ? props.busyLabel : props.submitLabel}
      </Button>
    </chakra.form>
  );
}
