import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../../components/ui/dialogs/confirm-dialog.tsx';

export interface UnsavedChanges {
  /** Records whether one part of the dialog has unsaved changes. */
  readonly note: (part: string, isUnsaved: boolean) => void;
  /** Closes the dialog. Asks first when there are unsaved changes. */
  readonly leave: () => void;
  /** The confirmation dialog while it is open. */
  readonly question: ReactNode;
}

/** Asks for confirmation before a dialog with unsaved changes is closed. */
export function useUnsavedChanges(onClose: () => void): UnsavedChanges {
  // A ref, because Escape may follow a click on Cancel before the next render.
  const parts = useRef(new Set<string>());
  const [isAsking, setAsking] = useState(false);

  const note = (part: string, isUnsaved: boolean) => {
    if (isUnsaved) parts.current.add(part);
    else parts.current.delete(part);
  };
  const leave = () => {
    if (parts.current.size > 0) setAsking(true);
    else onClose();
  };
  const stay = () => setAsking(false);

  const question = isAsking ? (
    <ConfirmDialog
      question="Leave without saving?"
      confirmLabel="Leave without saving"
      cancelLabel="Keep editing"
      onConfirm={onClose}
      onCancel={stay}
    >
      What you changed here is not saved yet.
    </ConfirmDialog>
  ) : null;

  return { note, leave, question };
}
