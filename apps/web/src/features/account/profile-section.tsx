import { chakra } from '@chakra-ui/react';
import type { AccountRecord } from '@vault/contracts';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { errorMessage } from '../../api/error-message.ts';
import { useEditAccountMutation } from '../../api/own-account-api.ts';
import { Button } from '../../components/button.tsx';
import { FormMessage } from '../../components/form-message.tsx';
import { TextField } from '../../components/text-field.tsx';
import { firstProblem, isRefused, readFields } from '../../lib/read-fields.ts';
import { showToast } from '../../lib/toasts.ts';
import { AccountSection, Actions } from './account-section.tsx';
import { accountStrings as words } from './account.strings.ts';

const names = ['firstname', 'lastname'] as const;

/** Name and e-mail. */
export function ProfileSection({ account }: { account: AccountRecord }) {
  const [message, setMessage] = useState('');
  const [edit, { isLoading }] = useEditAccountMutation();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLoading) return;
    const form = event.currentTarget;
    const fields = readFields(form, names);
    if (isRefused(form, firstProblem(fields, names), setMessage)) return;
    try {
      await edit(fields).unwrap();
      showToast({ kind: 'success', text: words.profileSaved });
    } catch (error) {
      setMessage(errorMessage(error, words.saveFailed));
    }
  };

  return (
    <AccountSection id="profile" title={words.profile}>
      <chakra.form
        noValidate
        display="grid"
        gap="4"
        maxWidth="560px"
        aria-busy={isLoading}
        onSubmit={(event) => void submit(event)}
      >
        <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
          <TextField
            label={words.firstname}
            name="firstname"
            autoComplete="given-name"
            maxLength={100}
            defaultValue={account.firstname}
          />
          <TextField
            label={words.lastname}
            name="lastname"
            autoComplete="family-name"
            maxLength={100}
            defaultValue={account.lastname}
          />
        </chakra.div>
        <TextField label={words.email} hint={words.emailHint} type="email" value={account.email} readOnly />
        <FormMessage message={message} />
        <Actions>
          <Button isBusy={isLoading} type="submit">
            {isLoading ? words.saving : words.save}
          </Button>
        </Actions>
      </chakra.form>
    </AccountSection>
  );
}
