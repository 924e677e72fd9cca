import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import type { ChapterEdits } from './chapter-edits.ts';
import { editorStrings as words } from './editor.strings.ts';

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

/**
 * Asks before the page is left while edits are not saved. The browser stores the edits anyway, so its back button is
 * not blocked.
 */
export function useLeaveGuard(edits: ChapterEdits): ReactNode {
  const [address, setAddress] = useState<string | null>(null);
  const navigate = useNavigate();

  useEffect(() => {
    const unload = (event: BeforeUnloadEvent) => {
      if (edits.isUnsaved) event.preventDefault();
    };
    const click = (event: MouseEvent) => {
      const goal = addressOf(event);
      const isStuck = edits.state.kind === 'unsaved' || edits.state.kind === 'choosing';
      if (goal === null || !isStuck) return;
      event.preventDefault();
      event.stopPropagation();
      setAddress(goal);
    };
    window.addEventListener('beforeunload', unload);
    document.addEventListener('click', click, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', unload);
      document.removeEventListener('click', click, { capture: true });
    };
  }, [edits]);

  if (address === null) return null;
  return (
    <ConfirmDialog
      question={words.leaveTitle}
      confirmLabel={words.leave}
      cancelLabel={words.stay}
      onConfirm={() => {
        setAddress(null);
        void navigate(address);
      }}
      onCancel={() => {
        setAddress(null);
      }}
    >
      {words.leaveText(edits.state.count)}
    </ConfirmDialog>
  );
}
