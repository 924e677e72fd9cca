import { useState } from 'react';
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
