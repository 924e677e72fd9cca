import type { ReactNode } from 'react';
import { FormDialog } from '../../../components/ui/dialogs/form-dialog.tsx';
import { useForm } from '../../../components/ui/fields/use-form.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { signOnStrings as strings } from '../sign-on-settings.strings.ts';

interface AskDialogProps {
  question: string;
  confirmLabel: string;
  busyLabel: string;
  /** Makes the change; rejects when it fails. */
  send: () => Promise<unknown>;
  onClose: () => void;
  /** What follows. */
  children: ReactNode;
}

/** Asks before a change, and says in place why it failed. */
export function AskDialog({ question, confirmLabel, busyLabel, send, onClose, children }: AskDialogProps) {
  const form = useForm({
    names: [],
    send: async () => {
      await send();
      onClose();
    },
    failure: strings.notDone,
  });
  return (
    <FormDialog
      title={question}
      state={form}
      submitLabel={confirmLabel}
      busyLabel={busyLabel}
      onClose={onClose}
    >
      <MutedText as="div" display="grid" gap="3" mt="-3">
        {children}
      </MutedText>
    </FormDialog>
  );
}
