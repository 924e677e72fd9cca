import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Spinner } from '../spinner.tsx';
import { AdminDialog } from './admin-dialog.tsx';

interface AskDialogProps {
  question: string;
  /** What the answer depends on. */
  children: ReactNode;
  /** What the confirming button says: what it does, never just OK. */
  confirmLabel: string;
  /** The same while it is done. */
  busyLabel: string;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something that cannot be taken back. The keyboard begins at the answer that changes nothing. */
export function AskDialog(props: AskDialogProps) {
  const { question, children, confirmLabel, busyLabel, isBusy, onConfirm, onCancel } = props;
  return (
    <AdminDialog
      title={question}
      role="alertdialog"
      isHeld={isBusy}
      onClose={onCancel}
      footer={
        <>
          <Button data-first onClick={onCancel} disabled={isBusy}>
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
    </AdminDialog>
  );
}
