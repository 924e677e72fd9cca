import type { AccountRecord } from '@vault/contracts';
import { useEditAccountMutation } from '../../../api/own-account-api.ts';
import { Button } from '../../../components/ui/button.tsx';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { NameFields, nameFields, nameProblemOf } from '../../../components/account/name-fields.tsx';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { PageSection } from '../../../components/ui/page-section.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { accountStrings as strings } from '../account.strings.ts';
import { useForm } from '../../../components/ui/fields/use-form.ts';
import { Form } from '../../../components/ui/fields/form.tsx';

/** The name. */
export function ProfileSection({ account }: { account: AccountRecord }) {
  const [edit] = useEditAccountMutation();
  const form = useForm({
    names: nameFields,
    required: ['firstname'],
    problemOf: nameProblemOf,
    send: async ({ firstname, lastname }) => {
      await edit({ firstname, lastname }).unwrap();
      showToast({ kind: 'success', text: 'Your name was saved.' });
    },
    failure: strings.saveFailed,
  });
  return (
    <PageSection id="profile" title="Profile">
      <Form state={form} maxWidth="560px">
        <NameFields firstname={account.firstname} lastname={account.lastname} />
        <FormMessage message={form.message} />
        <Line>
          <Button isBusy={form.isBusy} type="submit">
            {form.isBusy ? 'Saving…' : 'Save'}
          </Button>
        </Line>
      </Form>
    </PageSection>
  );
}
