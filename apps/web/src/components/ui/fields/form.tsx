import { chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import type { FormState } from './use-form.ts';

interface FormProps extends ComponentProps<typeof chakra.form> {
  state: FormState;
}

/** The fields of a form, one below the other. */
export function Form({ state, ...props }: FormProps) {
  return (
    <chakra.form
      noValidate
      display="grid"
      gap="4"
      aria-busy={state.isBusy}
      onSubmit={state.submit}
      {...props}
    />
  );
}
