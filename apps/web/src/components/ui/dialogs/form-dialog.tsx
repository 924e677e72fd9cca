import { useId } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { FormMessage } from '../fields/form-message.tsx';
import { Form } from '../fields/form.tsx';
import { Modal } from './modal.tsx';
import type { FormState } from '../fields/use-form.ts';

interface FormDialogProps {
  title: string;
  state: FormState;
  submitLabel: string;
  busyLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog. */
export function FormDialog({ title, state, submitLabel, busyLabel, onClose, children }: FormDialogProps) {
  const id = useId();
  const { isBusy, message } = state;
  return (
    <Modal
      title={title}
      isDismissDisabled={isBusy}
      closeLabel="Close"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button isBusy={isBusy} type="submit" form={id} tone="primary">
            {isBusy ? busyLabel : submitLabel}
          </Button>
        </>
      }
    >
      <Form id={id} state={state}>
        {children}
        <FormMessage message={message} />
      </Form>
    </Modal>
  );
}
