import type { ReactNode } from 'react';
import { errorMessage } from '../../api/error-message.ts';
import { Button } from '../button.tsx';
import { Modal } from '../modal.tsx';
import { listStrings as words } from './list.strings.ts';
import { say } from './say.ts';

interface AskDialogProps {
  question: string;
  /** What the user needs to know to answer. */
  children: ReactNode;
  /** Label of the confirming button: names the action, never just OK. */
  confirmLabel: string;
  /** Label while the action runs. */
  busyLabel: string;
  isBusy: boolean;
  /** Runs the action. @returns the message about its success */
  onConfirm: () => Promise<string>;
  /** Shown when the action fails without a message of the server. */
  failure: string;
  /** Called after the action has succeeded, or when it is not wanted. */
  onClose: () => void;
}

/** Asks before an action that cannot be undone. The focus starts on Cancel. */
export function AskDialog(props: AskDialogProps) {
  const { question, children, confirmLabel, busyLabel, isBusy, onClose } = props;
  const confirm = async () => {
    try {
      say('success', await props.onConfirm());
      onClose();
    } catch (error) {
      say('error', errorMessage(error, props.failure));
    }
  };
  return (
    <Modal
      title={question}
      role="alertdialog"
      isHeld={isBusy}
      closeLabel="Close"
      onCancel={onClose}
      footer={
        <>
          <Button autoFocus onClick={onClose} disabled={isBusy}>
            {words.cancel}
          </Button>
          <Button
            isBusy={isBusy}
            tone="primary"
            onClick={() => {
              if (!isBusy) void confirm();
            }}
          >
            {isBusy ? busyLabel : confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  );
}
