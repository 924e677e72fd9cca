import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { coverPage } from '../lib/top-dialog.ts';

interface ModalFocus {
  /** Where the keyboard begins; without it at the first control. */
  readonly first?: RefObject<HTMLElement | null>;
  /** Where it goes afterwards; without it to where it came from. */
  readonly last?: RefObject<HTMLElement | null>;
}

/** What has the keyboard, also when that is a control within the player. */
function focusedElement(): Element | null {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused;
}

/** Opens a dialog over the page for as long as it is there, and looks after the keyboard before and after. */
export function useModalDialog({ first, last }: ModalFocus = {}): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before anything in the dialog can have taken the focus.
  const [opener] = useState(focusedElement);

  useEffect(() => {
    const element = dialog.current;
    const goal = last?.current;
    element?.showModal();
    first?.current?.focus();
    const uncover = element ? coverPage(element) : undefined;
    return () => {
      uncover?.();
      element?.close();
      const next = goal ?? opener;
      if (next instanceof HTMLElement && next.isConnected) next.focus();
    };
  }, [first, last, opener]);

  return dialog;
}
