import { chakra } from '@chakra-ui/react';
import type { ReactNode, SubmitEvent } from 'react';
import { readFields } from '../lib/read-fields.ts';
import { strings } from '../strings.ts';
import { Button } from './button.tsx';
import { FormMessage } from './form-message.tsx';
import { Spinner } from './spinner.tsx';

/** A validation error of a form, and the field it concerns. */
export interface FormProblem<Name extends string> {
  readonly message: string;
  readonly field: Name;
}

/** Requires these fields; the problem is about the first one that is empty or contains only spaces. */
export function firstProblem<Name extends string>(
  fields: Record<Name, string>,
  names: readonly Name[],
): FormProblem<Name> | undefined {
  const field = names.find((name) => fields[name].trim() === '');
  return field && { message: strings.fillAll, field };
}

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
    const problem = props.problemOf(fields);
    if (!problem) {
      props.onSend(fields);
      return;
    }
    props.onProblem(problem.message);
    form.querySelector<HTMLInputElement>(`[name="${problem.field}"]`)?.focus();
  };

  // Not `disabled` while busy: a disabled button would lose the focus.
  return (
    <chakra.form noValidate display="grid" gap="4" onSubmit={submit} aria-busy={isBusy}>
      {children}
      <FormMessage message={message} />
      <Button type="submit" tone="primary" size="wide" aria-disabled={isBusy}>
        {isBusy ? <Spinner /> : null}
        {isBusy ? props.busyLabel : props.submitLabel}
      </Button>
    </chakra.form>
  );
}
