import { useChangePasswordMutation } from '../../../api/own-account-api.ts';
import { Button } from '../../../components/ui/button.tsx';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import {
  PasswordChange,
  passwordNames,
  passwordProblem,
} from '../../../components/account/password-change.tsx';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { PageSection } from '../../../components/ui/page-section.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { useForm } from '../../../components/ui/fields/use-form.ts';
import { Form } from '../../../components/ui/fields/form.tsx';

/** Changes the password. The current one is required. */
export function PasswordSection({ email }: { email: string }) {
  const [change] = useChangePasswordMutation();
  const form = useForm({
    names: passwordNames,
    problemOf: (fields) => passwordProblem(fields, 'The new passwords do not match.'),
    send: async ({ password, new_password }, element) => {
      const done = await change({ password, new_password }).unwrap();
      element.reset();
      showToast({ kind: 'success', text: done || 'Your password was changed.' });
    },
    failure: 'It was not changed. Please try again.',
  });
  return (
    <PageSection id="password" title="Password">
      <Form state={form} maxWidth="420px">
        {/* Password managers need the user name. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordChange again="Repeat the new password" hint="At least 8 characters." />
        <FormMessage message={form.message} />
        <Line>
          <Button isBusy={form.isBusy} type="submit">
            {form.isBusy ? 'Changing…' : 'Change password'}
          </Button>
          <MutedText maxWidth="65ch">Signs you out everywhere else.</MutedText>
        </Line>
      </Form>
    </PageSection>
  );
}
