import { chakra } from '@chakra-ui/react';
import { useId, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useModalDialog } from './use-modal-dialog.ts';

const Sheet = chakra('dialog', {
  base: {
    m: 'auto',
    p: { base: '4', sm: '6' },
    bg: 'surface',
    color: 'ink',
    border: '1px solid',
    borderColor: 'line.strong',
    borderRadius: 'media',
    '&[open]': { animation: 'rise-in 180ms ease-out' },
    _backdrop: { bg: 'scrim' },
  },
  variants: {
    size: {
      small: { width: 'min(420px, calc(100vw - 32px))' },
      medium: { width: 'min(640px, calc(100vw - 32px))' },
    },
  },
  defaultVariants: { size: 'small' },
});

interface ModalProps {
  title: string;
  /** `medium` has room for a form or two pictures. */
  size?: 'small' | 'medium';
  /** The keyboard begins at the title: what follows is read before anything is done. */
  isReadFirst?: boolean;
  /** Where the keyboard goes afterwards; without it to where it came from. */
  last?: RefObject<HTMLElement | null>;
  /** Escape, or whatever else the browser takes for leaving. */
  onCancel: () => void;
  children: ReactNode;
}

/** The browser's own modal: focus stays in it and goes back where it came from, Escape leaves it. */
export function Modal({ title, size, isReadFirst, last, onCancel, children }: ModalProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const dialog = useModalDialog({ first: isReadFirst ? heading : undefined, last });
  const titleId = useId();

  return (
    <Sheet
      ref={dialog}
      size={size}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        // Left to the browser, Escape closes dialogs that were opened by Escape together with those below them.
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onCancel();
      }}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
      onClose={(event) => {
        // Said late: it is open again already when its effect was done twice.
        if (event.currentTarget.open) return;
        // A browser closes without asking when Escape is pressed again and again: whether it goes is decided here.
        event.currentTarget.showModal();
        onCancel();
      }}
    >
      <chakra.h2
        ref={heading}
        id={titleId}
        tabIndex={isReadFirst ? -1 : undefined}
        outline="none"
        fontSize="md"
        fontWeight="strong"
        mb="6"
      >
        {title}
      </chakra.h2>
      {children}
    </Sheet>
  );
}
