import { useChangePasswordMutation } from '../../api/own-account-api.ts';
import { Button } from '../../components/button.tsx';
import { FormMessage } from '../../components/form-message.tsx';
import { PasswordChange, passwordNames, passwordProblem } from '../../components/password-change.tsx';
import { showToast } from '../../lib/toasts.ts';
import { AccountSection, Actions, Note } from './account-section.tsx';
import { accountStrings as words } from './account.strings.ts';
import { useForm } from '../../components/use-form.ts';
import { Form } from '../../components/form.tsx';

/** Changes the password. The current one is required. */
export function PasswordSection({ email }: { email: string }) {
  const [change] = useChangePasswordMutation();
  const form = useForm({
    names: passwordNames,
    problemOf: (fields) => passwordProblem(fields, words.differ),
    send: async ({ password, new_password }, element) => {
      const done = await change({ password, new_password }).unwrap();
      element.reset();
      showToast({ kind: 'success', text: done || words.changed });
    },
    failure: words.changeFailed,
  });
  return (
    <AccountSection id="password" title={words.password}>
      <Form state={form} maxWidth="420px">
        {/* Password managers need the user name. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordChange words={words} />
        <FormMessage message={form.message} />
        <Actions>
          <Button isBusy={form.isBusy} type="submit">
            {form.isBusy ? words.changing : words.change}
          </Button>
          <Note>{words.passwordHint}</Note>
        </Actions>
      </Form>
    </AccountSection>
  );
}
