import { chakra } from '@chakra-ui/react';
import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { errorMessage } from '../../api/error-message.ts';
import { useChangeStaffPasswordMutation } from '../../api/staff/member-api.ts';
import { Modal } from '../../components/modal.tsx';
import { say } from '../../components/admin/say.ts';
import { Button } from '../../components/button.tsx';
import { FormMessage } from '../../components/form-message.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { readFields } from '../../lib/read-fields.ts';
import { strings } from '../../strings.ts';
import { adminSignInStrings as words } from './admin-sign-in.strings.ts';

const names = ['password', 'new_password', 'again'] as const;
const minPasswordLength = 8;

function problemOf(fields: Record<(typeof names)[number], string>): string {
  if (names.some((name) => fields[name] === '')) return strings.fillAll;
  if (fields.new_password.length < minPasswordLength) return words.tooShort;
  return fields.new_password === fields.again ? '' : words.differ;
}

/** Changes the password of the signed-in member of staff. The current one is required. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [message, setMessage] = useState('');
  const [change, { isLoading }] = useChangeStaffPasswordMutation();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLoading) return;
    const fields = readFields(event.currentTarget, names);
    const problem = problemOf(fields);
    setMessage(problem);
    if (problem) return;
    const { password, new_password } = fields;
    try {
      say('success', (await change({ password, new_password }).unwrap()) || words.changed);
      onClose();
    } catch (error) {
      setMessage(errorMessage(error, words.failed));
    }
  };

  return (
    <Modal
      title={words.changeTitle}
      isHeld={isLoading}
      closeLabel="Close"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={isLoading}>
            {words.cancel}
          </Button>
          <Button type="submit" form={formId} tone="primary" aria-disabled={isLoading}>
            {isLoading ? <Spinner /> : null}
            {isLoading ? words.changing : words.change}
          </Button>
        </>
      }
    >
      <chakra.form id={formId} noValidate display="grid" gap="4" onSubmit={(event) => void submit(event)}>
        <PasswordField autoFocus label={words.current} name="password" autoComplete="current-password" />
        <PasswordField
          label={words.next}
          name="new_password"
          autoComplete="new-password"
          hint={words.nextHint}
        />
        <PasswordField label={words.again} name="again" autoComplete="new-password" />
        <FormMessage message={message} />
      </chakra.form>
    </Modal>
  );
}
