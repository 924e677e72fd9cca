import { chakra } from '@chakra-ui/react';
import type { AccountRecord } from '@vault/contracts';
import { useEditAccountMutation } from '../../../api/own-account-api.ts';
import { Button } from '../../../components/ui/button.tsx';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { TextField } from '../../../components/ui/fields/text-field.tsx';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { AccountSection, Actions } from './account-section.tsx';
import { accountStrings as strings } from '../account.strings.ts';
import { useForm } from '../../../components/ui/fields/use-form.ts';
import { Form } from '../../../components/ui/fields/form.tsx';

/** The name. */
export function ProfileSection({ account }: { account: AccountRecord }) {
  const [edit] = useEditAccountMutation();
  const form = useForm({
    names: ['firstname', 'lastname'],
    send: async (fields) => {
      await edit(fields).unwrap();
      showToast({ kind: 'success', text: 'Your name was saved.' });
    },
    failure: strings.saveFailed,
  });
  return (
    <AccountSection id="profile" title="Profile">
      <Form state={form} maxWidth="560px">
        <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
          <TextField
            label="First name"
            name="firstname"
            autoComplete="given-name"
            maxLength={100}
            defaultValue={account.firstname}
          />
          <TextField
            label="Last name"
            name="lastname"
            autoComplete="family-name"
            maxLength={100}
            defaultValue={account.lastname}
          />
        </chakra.div>
        <FormMessage message={form.message} />
        <Actions>
          <Button isBusy={form.isBusy} type="submit">
            {form.isBusy ? 'Saving…' : 'Save'}
          </Button>
        </Actions>
      </Form>
    </AccountSection>
  );
}
