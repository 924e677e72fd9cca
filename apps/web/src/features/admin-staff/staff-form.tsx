import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Modal } from '../../components/modal.tsx';
import { Button } from '../../components/button.tsx';
import { FormMessage } from '../../components/form-message.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { adminStaffStrings as words } from './admin-staff.strings.ts';

interface StaffFormProps {
  id: string;
  title: string;
  message: string;
  isBusy: boolean;
  submitLabel: string;
  busyLabel: string;
  onSubmit: (form: HTMLFormElement) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form about one member of staff, in a dialog. */
export function StaffForm(props: StaffFormProps) {
  const { id, title, message, isBusy, onSubmit, onClose, children } = props;
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
          <Button type="submit" form={id} tone="primary" aria-disabled={isBusy}>
            {isBusy ? <Spinner /> : null}
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
