import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { firstProblem, isRefused, readFields } from './read-fields.ts';
import type { FormProblem } from './read-fields.ts';

interface FormOptions<Name extends string> {
  /** The named inputs that are read. */
  names: readonly Name[];
  /** Those that must be filled in; by default all. */
  required?: readonly Name[];
  /** A further check of the fields. */
  problemOf?: (fields: Record<Name, string>) => FormProblem<Name> | undefined;
  /** Makes the call; rejects when it fails. */
  send: (fields: Record<Name, string>, form: HTMLFormElement) => Promise<unknown>;
  /** Shown when the call fails without a message of the server. */
  failure?: string;
}

export interface FormState {
  /** Why the form was not accepted; empty when it was. */
  readonly message: string;
  /** Of the last call; undefined unless it failed. */
  readonly failure: unknown;
  readonly isBusy: boolean;
  readonly submit: (event: SubmitEvent<HTMLFormElement>) => void;
}

/** A form that is checked, makes one call at a time, and shows why it was not accepted. */
export function useForm<Name extends string>(options: FormOptions<Name>): FormState {
  const {
    names,
    required = names,
    problemOf,
    send,
    failure: otherwise = 'An error occurred. Please try again.',
  } = options;
  const [message, setMessage] = useState('');
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (form: HTMLFormElement) => {
    const fields = readFields(form, names);
    const problem = firstProblem(fields, required) ?? problemOf?.(fields);
    if (isBusy) return;
    setFailure(undefined);
    if (isRefused(form, problem, setMessage)) return;
    setBusy(true);
    try {
      await send(fields, form);
    } catch (error) {
      setMessage(errorMessage(error, otherwise));
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    message,
    failure,
    isBusy,
    submit: (event) => {
      event.preventDefault();
      void submit(event.currentTarget);
    },
  };
}
