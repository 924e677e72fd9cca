import { errorMessage, errorStatus } from '../../api/http/error-message.ts';
import { Button } from '../ui/button.tsx';
import { FormMessage } from '../ui/fields/form-message.tsx';
import { readFields } from '../ui/fields/read-fields.ts';
import { useUserSignOn } from './use-sign-on.ts';

/** Whether a call was refused because the domain of the address signs in at its provider. */
export function isSignOnRequired(failure: unknown): boolean {
  return errorStatus(failure) === 403 && errorMessage(failure, '').endsWith('signs in with single sign-on.');
}

/** Begins the sign-in at the provider with the address of the form around it. */
export function SignOnOffer() {
  const { begin, isBusy, problem } = useUserSignOn();
  const start = (form: HTMLFormElement | null) => {
    if (form) void begin({ email: readFields(form, ['email']).email.trim() });
  };
  return (
    <>
      <Button
        tone="primary"
        size="wide"
        isBusy={isBusy}
        onClick={({ currentTarget }) => start(currentTarget.form)}
      >
        Continue
      </Button>
      {problem ? <FormMessage message={problem.message} /> : null}
    </>
  );
}
