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
  /** What the form has led to, in its place. */
  outcome?: ReactNode;
  children: ReactNode;
}

/** A form in a dialog. */
export function FormDialog(props: FormDialogProps) {
  const { title, state, submitLabel, busyLabel, onClose, outcome, children } = props;
  const id = useId();
  const { isBusy, message } = state;
  return (
    <Modal
      title={title}
      isDismissDisabled={isBusy}
      closeLabel="Close"
      onCancel={onClose}
      footer={
        outcome ? (
          <Button autoFocus onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={isBusy}>
              Cancel
            </Button>
            <Button isBusy={isBusy} type="submit" form={id} tone="primary">
              {isBusy ? busyLabel : submitLabel}
            </Button>
          </>
        )
      }
    >
      {outcome ?? (
        <Form id={id} state={state}>
          {children}
          <FormMessage message={message} />
        </Form>
      )}
    </Modal>
  );
}
