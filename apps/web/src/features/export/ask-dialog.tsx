import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Modal } from '../../components/modal.tsx';

interface AskDialogProps {
  title: string;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
  /** What the answer depends on. */
  children: ReactNode;
}

/** Asks before text is lost. The keyboard begins at the answer that keeps it. */
export function AskDialog({
  title,
  confirmLabel,
  cancelLabel,
  onConfirm,
  onCancel,
  children,
}: AskDialogProps) {
  return (
    <Modal title={title} onCancel={onCancel}>
      <chakra.div mt="-3" mb="6" fontSize="sm" color="ink.muted">
        {children}
      </chakra.div>
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
