import type { PortalAudience } from '@vault/contracts';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../../../components/ui/dialogs/confirm-dialog.tsx';
import { portalsStrings as strings } from '../portals.strings.ts';

interface LibraryQuestion {
  /** @param label names the action @param act what follows a yes */
  readonly ask: (label: string, act: () => void) => void;
  readonly question: ReactNode;
}

/** Asks before visitors get to see the whole library, and says how many videos they are. */
export function useLibraryQuestion(
  audience: PortalAudience,
  library: readonly unknown[] | undefined,
): LibraryQuestion {
  const [asked, setAsked] = useState<{ readonly label: string; readonly act: () => void } | null>(null);
  const close = () => setAsked(null);
  return {
    ask: (label, act) => setAsked({ label, act }),
    question: asked ? (
      <ConfirmDialog
        question="Show your whole library?"
        confirmLabel={asked.label}
        cancelLabel={strings.cancel}
        onCancel={close}
        onConfirm={() => {
          close();
          asked.act();
        }}
      >
        {strings.libraryConsequence(audience, library?.length)}
      </ConfirmDialog>
    ) : null,
  };
}
