import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Spinner } from '../spinner.tsx';
import { Modal } from '../modal.tsx';

interface AskDialogProps {
  question: string;
  /** What the user needs to know to answer. */
  children: ReactNode;
  /** Label of the confirming button: names the action, never just OK. */
  confirmLabel: string;
  /** Label while the action runs. */
  busyLabel: string;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before an action that cannot be undone. The focus starts on Cancel. */
export function AskDialog(props: AskDialogProps) {
  const { question, children, confirmLabel, busyLabel, isBusy, onConfirm, onCancel } = props;
  return (
    <Modal
      title={question}
      role="alertdialog"
      isHeld={isBusy}
      closeLabel="Close"
      onCancel={onCancel}
      footer={
        <>
          <Button autoFocus onClick={onCancel} disabled={isBusy}>
            Cancel
          </Button>
          <Button
            tone="primary"
            aria-disabled={isBusy}
            onClick={() => {
              if (!isBusy) onConfirm();
            }}
          >
            {isBusy ? <Spinner /> : null}
            {isBusy ? busyLabel : confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  );
}
