import { chakra } from '@chakra-ui/react';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';

interface ConfirmDialogProps {
  question: string;
  /** What the confirming button says: the deed itself, never just OK. */
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something destructive or costly. */
export function ConfirmDialog({
  question,
  confirmLabel,
  cancelLabel,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Modal title={question} onCancel={onCancel}>
      <chakra.div display="flex" justifyContent="flex-end" gap="2">
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
