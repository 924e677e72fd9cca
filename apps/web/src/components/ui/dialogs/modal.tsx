import { Dialog, Portal, chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { registerDialog } from './top-dialog.ts';
import { IconButton } from '../icon-button.tsx';
import { MutedText } from '../muted-text.ts';

const widths = { small: 420, medium: 640 } as const;

/** A sheet for a list: full screen on a phone. */
const wideSheet = {
  p: 0,
  mt: { base: 0, md: '7dvh' },
  mb: 'auto',
  width: { base: '100vw', md: 'min(880px, calc(100vw - 48px))' },
  height: { base: '100dvh', md: 'fit-content' },
  maxHeight: { base: 'none', md: '86dvh' },
  overflow: 'hidden',
  borderWidth: { base: 0, md: '1px' },
  borderRadius: { base: 0, md: 'media' },
  display: 'grid',
  gridTemplateRows: 'auto minmax(0, 1fr)',
} as const;

/**
 * The focused element, also inside the shadow DOM of the player; for an item of a closing menu, the button of that menu.
 */
function focusedControl(): HTMLElement | null {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  const menu = focused?.closest('[role=menu]');
  const opener = menu?.id ? document.querySelector(`[aria-controls="${menu.id}"]`) : focused;
  return opener instanceof HTMLElement ? opener : null;
}

interface ModalProps {
  title: ReactNode;
  /** Shown under the title. */
  note?: ReactNode;
  /** `medium` fits a form or two pictures; `wide` fits a list, is full screen on a phone, and has no padding. */
  size?: 'small' | 'medium' | 'wide';
  /** `alertdialog` for a question that must be answered. */
  role?: 'dialog' | 'alertdialog';
  /** Label of the close button. Without it there is no such button, and a press outside does not close. */
  closeLabel?: string;
  /** Prevents closing, while a request of the dialog is running. */
  isDismissDisabled?: boolean;
  /** Focuses the title first, so that the content is read before any action. */
  isReadFirst?: boolean;
  /** Element that gets the focus afterwards; by default the one that had it before. */
  last?: RefObject<HTMLElement | null>;
  /** Called by Escape, the close button, or a press outside. */
  onCancel: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** The buttons at the end. */
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * A modal dialog. Focuses the element with `autoFocus`, else the first control; traps the focus; returns it to the element
 * that had it before, or to the page content when that element is gone.
 */
export function Modal(props: ModalProps) {
  const {
    title,
    note,
    size = 'small',
    role,
    closeLabel,
    isDismissDisabled = false,
    isReadFirst = false,
  } = props;
  const { last, onCancel, onKeyDown, footer, children } = props;
  const content = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  /** The title or the element with `autoFocus`: a closing menu may take the focus away until the focus trap starts. */
  const first = useRef<Element | null>(null);
  // Read before an element of the dialog takes the focus.
  const [opener] = useState(focusedControl);
  const isWide = size === 'wide';
  useLayoutEffect(() => {
    if (isReadFirst) heading.current?.focus();
    first.current = content.current?.contains(document.activeElement) ? document.activeElement : null;
  }, [isReadFirst]);
  useEffect(() => {
    const target = last?.current;
    const unregister = content.current ? registerDialog(content.current) : undefined;
    return () => {
      unregister?.();
      // At once: the focus trap itself would return the focus only after the keys that follow Escape.
      (target ?? (opener?.isConnected ? opener : document.getElementById('content')))?.focus();
    };
  }, [last, opener]);

  return (
    <Dialog.Root
      open
      role={role}
      placement={isWide ? 'top' : 'center'}
      closeOnInteractOutside={closeLabel !== undefined && !isDismissDisabled}
      closeOnEscape={!isDismissDisabled}
      restoreFocus={false}
      initialFocusEl={() => {
        // Until then the user may have moved the focus within the dialog.
        const focused = document.activeElement;
        const next = content.current?.contains(focused) ? focused : first.current;
        return next instanceof HTMLElement ? next : null;
      }}
      onOpenChange={({ open }) => {
        if (!open) onCancel();
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner py={isWide ? undefined : '4'}>
          <Dialog.Content
            ref={content}
            onKeyDown={onKeyDown}
            maxWidth="none"
            {...(isWide ? wideSheet : { width: `min(${String(widths[size])}px, calc(100vw - 32px))` })}
          >
            <chakra.div
              display="flex"
              alignItems="flex-start"
              justifyContent="space-between"
              gap="4"
              {...(isWide
                ? {
                    pl: { base: '4', md: '6' },
                    pr: { base: '2', md: '4' },
                    py: '3',
                    borderBottom: '1px solid',
                    borderColor: 'line',
                  }
                : { mb: '6' })}
            >
              <chakra.div minWidth="0" pt={isWide ? '6px' : undefined}>
                <Dialog.Title
                  ref={heading}
                  tabIndex={isReadFirst ? -1 : undefined}
                  outline="none"
                  aria-live={isWide ? 'polite' : undefined}
                >
                  {title}
                </Dialog.Title>
                {note ? <MutedText mt="1">{note}</MutedText> : null}
              </chakra.div>
              {closeLabel === undefined ? null : (
                <IconButton
                  label={closeLabel}
                  icon={X}
                  disabled={isDismissDisabled}
                  onClick={onCancel}
                  my={isWide ? undefined : '-2'}
                />
              )}
            </chakra.div>
            {children}
            {footer ? <Dialog.Footer>{footer}</Dialog.Footer> : null}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
