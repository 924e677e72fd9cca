import { Dialog, Portal } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from '../icon-button.tsx';

const widths = { small: '460px', medium: '680px', large: '920px' } as const;

/** The focused element; for an item of a closing menu, the button of that menu. */
function focusedControl(): HTMLElement | null {
  const focused = document.activeElement;
  const menu = focused?.closest('[role=menu]');
  const opener = menu?.id ? document.querySelector(`[aria-controls="${menu.id}"]`) : focused;
  return opener instanceof HTMLElement ? opener : null;
}

interface AdminDialogProps {
  title: string;
  size?: keyof typeof widths;
  /** `alertdialog` for a question that must be answered. */
  role?: 'dialog' | 'alertdialog';
  /** Prevents closing, while a request of the dialog is running. */
  isHeld?: boolean;
  /** Called by Escape, the close button, or a press outside. */
  onClose: () => void;
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * A modal dialog. Focuses the element with `data-first`, else the first control; traps the focus; returns it to the
 * element that had it before, or to the page content when that element is gone.
 */
export function AdminDialog(props: AdminDialogProps) {
  const { title, size = 'small', role, isHeld = false, onClose, footer, children } = props;
  const content = useRef<HTMLDivElement>(null);
  // Read before an element of the dialog takes the focus.
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
