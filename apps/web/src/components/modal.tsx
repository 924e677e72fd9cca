import { chakra } from '@chakra-ui/react';
import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';

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

interface ModalProps {
  title: string;
  /** Escape, or whatever else the browser takes for leaving. */
  onCancel: () => void;
  children: ReactNode;
}

/** The browser's own modal: focus stays in it and goes back where it came from, Escape leaves it. */
export function Modal({ title, onCancel, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

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
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <chakra.h2 id={titleId} fontSize="md" fontWeight="strong" mb="6">
        {title}
      </chakra.h2>
      {children}
    </Sheet>
  );
}
