import { useCallback, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { promptStrings as words } from './prompts.strings.ts';

export interface UnsavedChanges {
  /** For one part of the dialog: whether it holds something that was not saved. */
  readonly note: (part: string, isUnsaved: boolean) => void;
  /** Closes the dialog, after asking when something would be lost. */
  readonly leave: () => void;
  /** The question, while it is asked. */
  readonly question: ReactNode;
}

/** Keeps a dialog from being closed over changes that were not saved. */
export function useUnsavedChanges(onClose: () => void): UnsavedChanges {
  // Known at once, not with the next rendering: Escape may follow a click on Cancel without a pause.
  const parts = useRef(new Set<string>());
  const [isAsking, setAsking] = useState(false);

  const note = useCallback((part: string, isUnsaved: boolean) => {
    if (isUnsaved) parts.current.add(part);
    else parts.current.delete(part);
  }, []);
  const leave = () => {
    if (parts.current.size > 0) setAsking(true);
    else onClose();
  };
  const stay = () => {
    setAsking(false);
  };

  const question = isAsking ? (
    <ConfirmDialog
      question={words.unsaved}
      confirmLabel={words.leave}
      cancelLabel={words.keepEditing}
      onConfirm={onClose}
      onCancel={stay}
    >
      {words.unsavedText}
    </ConfirmDialog>
  ) : null;

  return { note, leave, question };
}
