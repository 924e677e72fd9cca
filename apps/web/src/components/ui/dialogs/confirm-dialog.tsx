import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Modal } from './modal.tsx';

interface ConfirmDialogProps {
  question: string;
  /** Label of the confirming button: names the action, never just OK. */
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
  /** What the user needs to know to answer. */
  children?: ReactNode;
}

/** Asks before a destructive or costly action. The focus starts on Cancel. */
export function ConfirmDialog({
  question,
  confirmLabel,
  cancelLabel,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) {
  return (
    <Modal title={question} onCancel={onCancel}>
      {children === undefined ? null : (
        <chakra.div mt="-3" mb="6" fontSize="sm" color="ink.muted">
          {children}
        </chakra.div>
      )}
      <chakra.div display="flex" flexWrap="wrap" justifyContent="flex-end" gap="2">
        <Button autoFocus onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button tone="primary" onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </chakra.div>
    </Modal>
  );
}
