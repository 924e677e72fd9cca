import type { ReactNode } from 'react';
import { useState } from 'react';
import { errorMessage } from '../../api/http/error-message.ts';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/dialogs/modal.tsx';
import { showAdminToast } from './show-admin-toast.ts';

interface AskDialogProps {
  question: string;
  /** What the user needs to know to answer. */
  children: ReactNode;
  /** Label of the confirming button: names the action, never just OK. */
  confirmLabel: string;
  /** Label while the action runs. */
  busyLabel: string;
  /** Runs the action. @returns the message about its success */
  onConfirm: () => Promise<string>;
  /** Shown when the action fails without a message of the server. */
  failure: string;
  /** Called after the action has succeeded, or when it is not wanted. */
  onClose: () => void;
}

/** Asks before an action that cannot be undone. The focus starts on Cancel. */
export function AskDialog(props: AskDialogProps) {
  const { question, children, confirmLabel, busyLabel, onClose } = props;
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      showAdminToast('success', await props.onConfirm());
      onClose();
    } catch (error) {
      showAdminToast('error', errorMessage(error, props.failure));
      setBusy(false);
    }
  };
  return (
    <Modal
      title={question}
      role="alertdialog"
      isDismissDisabled={isBusy}
      closeLabel="Close"
      onCancel={onClose}
      footer={
        <>
          <Button autoFocus onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button isBusy={isBusy} tone="primary" onClick={() => void confirm()}>
            {isBusy ? busyLabel : confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  );
}
