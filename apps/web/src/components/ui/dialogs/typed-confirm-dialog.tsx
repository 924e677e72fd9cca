import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { Button } from '../button.tsx';
import { FormMessage } from '../fields/form-message.tsx';
import { Form } from '../fields/form.tsx';
import { TextField } from '../fields/text-field.tsx';
import { useForm } from '../fields/use-form.ts';
import { MutedText } from '../muted-text.ts';
import { Modal } from './modal.tsx';

interface TypedConfirmDialogProps {
  question: string;
  /** What is lost, and whether it can be had back. */
  consequence: string;
  /** Of the field; says what to type. */
  label: string;
  type?: 'text' | 'email';
  /** Whether the right text was typed. */
  isRight: (typed: string) => boolean;
  confirmLabel: string;
  busyLabel: string;
  /** Makes the call; rejects when it fails. @param typed without spaces around it */
  send: (typed: string) => Promise<unknown>;
  /** Shown when the call fails without a message of the server. */
  failure: string;
  onClose: () => void;
}

/** Asks before much is deleted: the user types a text first. */
export function TypedConfirmDialog(props: TypedConfirmDialogProps) {
  const { question, consequence, label, type = 'text', isRight, confirmLabel, busyLabel, onClose } = props;
  const [typed, setTyped] = useState('');
  const isConfirmed = isRight(typed.trim());
  const form = useForm({
    names: ['typed'],
    send: async () => {
      if (isConfirmed) await props.send(typed.trim());
    },
    failure: props.failure,
  });
  return (
    <Modal title={question} isDismissDisabled={form.isBusy} onCancel={onClose}>
      <Form state={form}>
        <MutedText maxWidth="65ch" mt="-3">
          {consequence}
        </MutedText>
        <TextField
          label={label}
          name="typed"
          type={type}
          autoComplete="off"
          autoFocus
          value={typed}
          readOnly={form.isBusy}
          onChange={(event) => setTyped(event.target.value)}
        />
        <FormMessage message={form.message} />
        <chakra.div display="flex" flexWrap="wrap" justifyContent="flex-end" gap="2">
          <Button onClick={onClose} disabled={form.isBusy}>
            Cancel
          </Button>
          <Button isBusy={form.isBusy} type="submit" tone="primary" disabled={!isConfirmed}>
            {form.isBusy ? busyLabel : confirmLabel}
          </Button>
        </chakra.div>
      </Form>
    </Modal>
  );
}
