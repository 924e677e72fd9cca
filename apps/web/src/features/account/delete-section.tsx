import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { errorMessage } from '../../api/error-message.ts';
import { useDeleteAccountMutation } from '../../api/own-account-api.ts';
import { Button } from '../../components/button.tsx';
import { FormMessage } from '../../components/form-message.tsx';
import { Modal } from '../../components/modal.tsx';
import { TextField } from '../../components/text-field.tsx';
import { AccountSection, Actions, Note } from './account-section.tsx';
import { accountStrings as words } from './account.strings.ts';

interface DeleteSectionProps {
  email: string;
  /** Called when the account was deleted and the session has ended. `msg` is the answer of the server. */
  onDeleted: (msg: string) => void;
}

/** Deletes the account after the user has typed its e-mail address. */
export function DeleteSection({ email, onDeleted }: DeleteSectionProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <AccountSection id="delete" title={words.remove}>
      <Note>{words.removeText}</Note>
      <Actions>
        <Button
          onClick={() => {
            setOpen(true);
          }}
        >
          {words.remove}
        </Button>
      </Actions>
      {isOpen ? (
        <DeleteDialog
          email={email}
          onDeleted={onDeleted}
          onClose={() => {
            setOpen(false);
          }}
        />
      ) : null}
    </AccountSection>
  );
}

function DeleteDialog({ email, onDeleted, onClose }: DeleteSectionProps & { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [message, setMessage] = useState('');
  const [remove, { isLoading }] = useDeleteAccountMutation();
  const isSame = typed.trim().toLowerCase() === email.toLowerCase();

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!isSame || isLoading) return;
    setMessage('');
    try {
      onDeleted((await remove({ email: typed.trim() }).unwrap()) || words.removed);
    } catch (error) {
      setMessage(errorMessage(error, words.removeFailed));
    }
  };
  const close = () => {
    if (!isLoading) onClose();
  };

  return (
    <Modal title={words.removeTitle} onCancel={close}>
      <chakra.form
        noValidate
        display="grid"
        gap="4"
        aria-busy={isLoading}
        onSubmit={(event) => void submit(event)}
      >
        <Note mt="-3">{words.removeText}</Note>
        <TextField
          label={words.typeEmail(email)}
          type="email"
          autoComplete="off"
          autoFocus
          value={typed}
          readOnly={isLoading}
          onChange={(event) => {
            setTyped(event.target.value);
          }}
        />
        <FormMessage message={message} />
        <chakra.div display="flex" flexWrap="wrap" justifyContent="flex-end" gap="2">
          <Button onClick={close} disabled={isLoading}>
            {words.cancel}
          </Button>
          <Button isBusy={isLoading} type="submit" tone="primary" disabled={!isSame}>
            {isLoading ? words.removing : words.remove}
          </Button>
        </chakra.div>
      </chakra.form>
    </Modal>
  );
}
