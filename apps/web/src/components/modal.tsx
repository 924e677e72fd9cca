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
  /** `medium` fits a form or two pictures. */
  size?: 'small' | 'medium';
  /** Focuses the title first, so that the content is read before any action. */
  isReadFirst?: boolean;
  /** Element that gets the focus afterwards; by default the one that had it before. */
  last?: RefObject<HTMLElement | null>;
  /** Called by Escape and the other close requests of the browser. */
  onCancel: () => void;
  children: ReactNode;
}

/** A native modal dialog: traps the focus, returns it afterwards, and Escape cancels it. */
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
        // By default Escape would also close the dialogs below one that was opened by Escape.
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onCancel();
      }}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
      onClose={(event) => {
        // The event is asynchronous: the dialog is open again when React has run the effect twice.
        if (event.currentTarget.open) return;
        // Browsers close a dialog without a cancel event when Escape is pressed repeatedly. `onCancel` decides instead.
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
