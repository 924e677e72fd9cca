import { chakra } from '@chakra-ui/react';
import { emailAddressOf } from '@vault/contracts';
import { useState } from 'react';
import { useDeleteAccountMutation } from '../../../api/own-account-api.ts';
import { Button } from '../../../components/ui/button.tsx';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { Modal } from '../../../components/ui/dialogs/modal.tsx';
import { TextField } from '../../../components/ui/fields/text-field.tsx';
import { PageSection } from '../../../components/ui/page-section.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { accountStrings as strings } from '../account.strings.ts';
import { useForm } from '../../../components/ui/fields/use-form.ts';
import { Form } from '../../../components/ui/fields/form.tsx';

interface DeleteSectionProps {
  email: string;
  /** Called when the account was deleted and the session has ended. `msg` is the answer of the server. */
  onDeleted: (msg: string) => void;
}

/** Deletes the account after the user has typed its e-mail address. */
export function DeleteSection({ email, onDeleted }: DeleteSectionProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <PageSection id="delete" title={strings.remove}>
      <MutedText maxWidth="65ch">{strings.removeText}</MutedText>
      <Line>
        <Button onClick={() => setOpen(true)}>{strings.remove}</Button>
      </Line>
      {isOpen ? <DeleteDialog email={email} onDeleted={onDeleted} onClose={() => setOpen(false)} /> : null}
    </PageSection>
  );
}

function DeleteDialog({ email, onDeleted, onClose }: DeleteSectionProps & { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [remove] = useDeleteAccountMutation();
  const isSame = emailAddressOf(typed) === email;

  const form = useForm({
    names: ['email'],
    send: async () => {
      if (isSame) onDeleted((await remove({ email: typed.trim() }).unwrap()) || 'Your account was deleted.');
    },
    failure: 'It was not deleted. Please try again.',
  });

  return (
    <Modal
      title="Delete your account and everything in it?"
      isDismissDisabled={form.isBusy}
      onCancel={onClose}
    >
      <Form state={form}>
        <MutedText maxWidth="65ch" mt="-3">
          {strings.removeText}
        </MutedText>
        <TextField
          label={`Type ${email} to continue`}
          name="email"
          type="email"
          autoComplete="off"
          autoFocus
          value={typed}
          readOnly={form.isBusy}
          onChange={(event) => setTyped(event.target.value)}
        />
        <FormMessage message={form.message} />
        <chakra.div display="flex" flexWrap="wrap" justifyContent="flex-end" gap="2">
          <Button onClick={onClose} disabled={form.isBusy}>
            {strings.cancel}
          </Button>
          <Button isBusy={form.isBusy} type="submit" tone="primary" disabled={!isSame}>
            {form.isBusy ? 'Deleting…' : strings.remove}
          </Button>
        </chakra.div>
      </Form>
    </Modal>
  );
}
