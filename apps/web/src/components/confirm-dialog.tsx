import { chakra } from '@chakra-ui/react';
import { useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';

const Sheet = chakra('dialog', {
  base: {
    m: 'auto',
    p: '6',
    width: 'min(420px, calc(100vw - 32px))',
    bg: 'surface',
    color: 'ink',
    border: '1px solid',
    borderColor: 'line.strong',
    borderRadius: 'media',
    '&[open]': { animation: 'rise-in 180ms ease-out' },
    _backdrop: { bg: 'scrim' },
  },
});

interface ConfirmDialogProps {
  question: string;
  /** What the confirming button says: the deed itself, never just OK. */
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something destructive or costly. The browser's own modal: focus stays in it, Escape cancels. */
export function ConfirmDialog({
  question,
  confirmLabel,
  cancelLabel,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const questionId = useId();

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  return (
    <Sheet
      ref={dialog}
      aria-labelledby={questionId}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <chakra.p id={questionId} fontSize="md" fontWeight="strong" mb="6">
        {question}
      </chakra.p>
      <chakra.div display="flex" justifyContent="flex-end" gap="2">
        <Button autoFocus onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button tone="primary" onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </chakra.div>
    </Sheet>
  );
}
