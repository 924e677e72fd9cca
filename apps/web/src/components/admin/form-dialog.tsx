import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { FormMessage } from '../form-message.tsx';
import { Modal } from '../modal.tsx';
import { listStrings as words } from './list.strings.ts';

interface FormDialogProps {
  title: string;
  message: string;
  isBusy: boolean;
  submitLabel: string;
  busyLabel: string;
  onSubmit: (form: HTMLFormElement) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog. */
export function FormDialog(props: FormDialogProps) {
  const { title, message, isBusy, onSubmit, onClose, children } = props;
  const id = useId();
  return (
    <Modal
      title={title}
      isHeld={isBusy}
      closeLabel="Close"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {words.cancel}
          </Button>
          <Button isBusy={isBusy} type="submit" form={id} tone="primary">
            {isBusy ? props.busyLabel : props.submitLabel}
          </Button>
        </>
      }
    >
      <chakra.form
        id={id}
        noValidate
        display="grid"
        gap="4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) onSubmit(event.currentTarget);
        }}
      >
        {children}
        <FormMessage message={message} />
      </chakra.form>
    </Modal>
  );
}
