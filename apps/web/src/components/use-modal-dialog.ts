import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { registerDialog } from '../lib/top-dialog.ts';

interface ModalFocus {
  /** Element that gets the focus first; by default the first control. */
  readonly first?: RefObject<HTMLElement | null>;
  /** Element that gets the focus afterwards; by default the one that had it before. */
  readonly last?: RefObject<HTMLElement | null>;
}

/** The focused element, also inside the shadow DOM of the player. */
function focusedElement(): Element | null {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused;
}

/** Opens a modal dialog while the component is mounted, and moves the focus into it and back. */
export function useModalDialog({ first, last }: ModalFocus = {}): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // Read before an element of the dialog takes the focus.
  const [opener] = useState(focusedElement);

  useEffect(() => {
    const element = dialog.current;
    const target = last?.current;
    element?.showModal();
    first?.current?.focus();
    const unregister = element ? registerDialog(element) : undefined;
    return () => {
      unregister?.();
      element?.close();
      const next = target ?? opener;
      if (next instanceof HTMLElement && next.isConnected) next.focus();
    };
  }, [first, last, opener]);

  return dialog;
}
