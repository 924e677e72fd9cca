import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx';

const strings = {
  ask: (forms: readonly string[]) =>
    forms.length === 1
      ? `“${forms[0] ?? ''}” is an ordinary word. Replace it everywhere?`
      : `${forms.map((form) => `“${form}”`).join(', ')} are ordinary words. Replace them everywhere?`,
  effect:
    'New captions then have the name also where the word itself was said. A longer form, with a word before or after it, is safer.',
  confirm: 'Replace everywhere',
  cancel: 'Cancel',
} as const;

/** Wrong forms that are ordinary words, until the user has answered. */
export interface OrdinaryForms {
  readonly forms: readonly string[];
  readonly answer: (isConfirmed: boolean) => void;
}

/** Asks whether ordinary words become wrong forms. */
export function OrdinaryQuestion({ question: { forms, answer } }: { question: OrdinaryForms }) {
  return (
    <ConfirmDialog
      question={strings.ask(forms)}
      confirmLabel={strings.confirm}
      cancelLabel={strings.cancel}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    >
      {strings.effect}
    </ConfirmDialog>
  );
}
