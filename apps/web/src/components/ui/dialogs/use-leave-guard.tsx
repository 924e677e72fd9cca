import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** The address of another page of this application that a click opens in this tab; null for any other click. */
function addressOf(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link?.href || !isPlain || event.defaultPrevented || link.target || link.hasAttribute('download'))
    return null;
  const url = new URL(link.href);
  const isNoOther = url.origin !== window.location.origin || url.pathname === window.location.pathname;
  return isNoOther ? null : url.pathname + url.search + url.hash;
}

/** What may be lost when the page is left; asked at that moment. */
interface Leaving {
  /** Whether the browser asks before it closes the tab. */
  readonly isUnsaved: () => boolean;
  /** Whether links of the page ask. */
  readonly isStuck: () => boolean;
}

/** The guards of the page: each asks before it is left with unsaved changes. @returns whether it asks */
const guards = new Set<(leave: () => void) => boolean>();

/** Leaves the page without a link, by `leave`: at once, or when the user has answered a guard. */
export function leavePage(leave: () => void): void {
  for (const guard of guards) if (guard(leave)) return;
  leave();
}

/**
 * Asks before a link of the page, {@link leavePage}, or the closing of its tab leaves it with unsaved changes.
 * @param text what happens to the changes
 * @returns the question while it is asked
 */
export function useLeaveGuard(leaving: Leaving, text: string): ReactNode {
  const [asked, setAsked] = useState<{ readonly leave: () => void } | null>(null);
  const navigate = useNavigate();

  useEffect(() => {
    const unload = (event: BeforeUnloadEvent) => {
      if (leaving.isUnsaved()) event.preventDefault();
    };
    const click = (event: MouseEvent) => {
      const href = addressOf(event);
      if (href === null || !leaving.isStuck()) return;
      event.preventDefault();
      event.stopPropagation();
      setAsked({ leave: () => void navigate(href) });
    };
    const guard = (leave: () => void) => {
      const isStuck = leaving.isStuck();
      if (isStuck) setAsked({ leave });
      return isStuck;
    };
    guards.add(guard);
    window.addEventListener('beforeunload', unload);
    document.addEventListener('click', click, { capture: true });
    return () => {
      guards.delete(guard);
      window.removeEventListener('beforeunload', unload);
      document.removeEventListener('click', click, { capture: true });
    };
  }, [leaving, navigate]);

  if (asked === null) return null;
  return (
    <ConfirmDialog
      question="Leave before everything is saved?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => {
        setAsked(null);
        asked.leave();
      }}
      onCancel={() => setAsked(null)}
    >
      {text}
    </ConfirmDialog>
  );
}
