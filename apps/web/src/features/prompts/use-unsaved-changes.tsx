import { chakra } from '@chakra-ui/react';
import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Modal } from '../../components/modal.tsx';
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
  const [parts, setParts] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setAsking] = useState(false);

  const note = useCallback((part: string, isUnsaved: boolean) => {
    setParts((before) => {
      if (before.has(part) === isUnsaved) return before;
      const others = [...before].filter((other) => other !== part);
      return new Set(isUnsaved ? [...others, part] : others);
    });
  }, []);
  const leave = () => {
    if (parts.size > 0) setAsking(true);
    else onClose();
  };
  const stay = () => {
    setAsking(false);
  };

  const question = isAsking ? (
    <Modal title={words.unsaved} onCancel={stay}>
      <chakra.p mb="6" fontSize="sm" color="ink.muted">
        {words.unsavedText}
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" justifyContent="flex-end" gap="2">
        <Button autoFocus onClick={stay}>
          {words.keepEditing}
        </Button>
        <Button tone="primary" onClick={onClose}>
          {words.leave}
        </Button>
      </chakra.div>
    </Modal>
  ) : null;

  return { note, leave, question };
}
