import { useState, type ReactNode } from 'react';
import type { PortalAudience } from '@vault/contracts';
import { Button } from '../../../components/ui/button.tsx';
import type { ButtonProps } from '../../../components/ui/button.tsx';
import { ConfirmDialog } from '../../../components/ui/dialogs/confirm-dialog.tsx';
import { portalsStrings as strings } from '../portals.strings.ts';

interface AskButtonProps extends ButtonProps {
  question: string;
  /** What follows. */
  consequence: string;
  /** Names the action. */
  label: string;
  onConfirm: () => void;
}

/** A button that asks before it acts. */
export function AskButton({ question, consequence, label, onConfirm, isBusy, ...button }: AskButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button
        isBusy={isBusy}
        {...button}
        onClick={() => {
          if (!isBusy) setAsking(true);
        }}
      >
        {label}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          question={question}
          confirmLabel={label}
          cancelLabel={strings.cancel}
          onCancel={close}
          onConfirm={() => {
            close();
            onConfirm();
          }}
        >
          {consequence}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

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
