import { chakra } from '@chakra-ui/react';
import { Button } from '../../components/button.tsx';
import { Modal } from '../../components/modal.tsx';
import { editorStrings as words } from './editor.strings.ts';

interface AskFirstProps {
  question: string;
  /** What will be, so that it can be decided. */
  text: string;
  confirmLabel: string;
  cancelLabel?: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something that takes the place of what people wrote. */
export function AskFirst({
  question,
  text,
  confirmLabel,
  cancelLabel = words.cancel,
  onConfirm,
  onCancel,
}: AskFirstProps) {
  return (
    <Modal title={question} onCancel={onCancel}>
      <chakra.p mt="-3" mb="6" fontSize="sm" color="ink.muted">
        {text}
      </chakra.p>
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
