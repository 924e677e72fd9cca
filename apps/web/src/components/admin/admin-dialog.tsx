import { Dialog, Portal } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from '../icon-button.tsx';

const widths = { small: '460px', medium: '680px', large: '920px' } as const;

/** What had the keyboard; of a menu that is closing, its button. */
function focusedControl(): HTMLElement | null {
  const focused = document.activeElement;
  const menu = focused?.closest('[role=menu]');
  const opener = menu?.id ? document.querySelector(`[aria-controls="${menu.id}"]`) : focused;
  return opener instanceof HTMLElement ? opener : null;
}

interface AdminDialogProps {
  title: string;
  size?: keyof typeof widths;
  /** `alertdialog` where an answer is needed before going on. */
  role?: 'dialog' | 'alertdialog';
  /** Something is on its way that the dialog waits for: it cannot be left now. */
  isHeld?: boolean;
  /** Escape, the cross, or a press beside it. */
  onClose: () => void;
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * A dialog over the page. The keyboard begins at what has `data-first`, else at the first control, stays in the dialog,
 * and goes back where it came from; where that is gone, to the content of the page.
 */
export function AdminDialog(props: AdminDialogProps) {
  const { title, size = 'small', role, isHeld = false, onClose, footer, children } = props;
  const content = useRef<HTMLDivElement>(null);
  // Before anything in the dialog can have taken the focus.
  const [opener] = useState(focusedControl);
  return (
    <Dialog.Root
      open
      role={role}
      placement="center"
      scrollBehavior="outside"
      closeOnInteractOutside={!isHeld}
      closeOnEscape={!isHeld}
      finalFocusEl={() => (opener?.isConnected ? opener : document.getElementById('content'))}
      initialFocusEl={() => content.current?.querySelector<HTMLElement>('[data-first]') ?? null}
      onOpenChange={({ open }) => {
        if (!open) onClose();
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content ref={content} maxWidth={`min(${widths[size]}, calc(100vw - 32px))`} my="6">
            <Dialog.Header pe="14" pb={children === null ? '6' : '3'}>
              <Dialog.Title>{title}</Dialog.Title>
            </Dialog.Header>
            {children === null ? null : <Dialog.Body pb={footer ? '4' : '6'}>{children}</Dialog.Body>}
            {footer ? <Dialog.Footer>{footer}</Dialog.Footer> : null}
            <Dialog.CloseTrigger asChild position="absolute" top="3" insetEnd="3">
              <IconButton label="Close" disabled={isHeld}>
                <X aria-hidden />
              </IconButton>
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
