import { emailAddressOf } from '@vault/contracts';
import { useState } from 'react';
import { useDeleteAccountMutation } from '../../../api/own-account-api.ts';
import { Button } from '../../../components/ui/button.tsx';
import { TypedConfirmDialog } from '../../../components/ui/dialogs/typed-confirm-dialog.tsx';
import { PageSection } from '../../../components/ui/page-section.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { accountStrings as strings } from '../account.strings.ts';

interface DeleteSectionProps {
  email: string;
  /** Called when the account was deleted and the session has ended. `msg` is the answer of the server. */
  onDeleted: (msg: string) => void;
}

/** Deletes the account after the user has typed its e-mail address. */
export function DeleteSection({ email, onDeleted }: DeleteSectionProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <PageSection id="delete" title={strings.remove}>
      <MutedText maxWidth="65ch">{strings.removeText}</MutedText>
      <Line>
        <Button onClick={() => setOpen(true)}>{strings.remove}</Button>
      </Line>
      {isOpen ? <DeleteDialog email={email} onDeleted={onDeleted} onClose={() => setOpen(false)} /> : null}
    </PageSection>
  );
}

function DeleteDialog({ email, onDeleted, onClose }: DeleteSectionProps & { onClose: () => void }) {
  const [remove] = useDeleteAccountMutation();
  return (
    <TypedConfirmDialog
      question="Delete your account and everything in it?"
      consequence={strings.removeText}
      label={`Type ${email} to continue`}
      type="email"
      isRight={(typed) => emailAddressOf(typed) === email}
      confirmLabel={strings.remove}
      busyLabel="Deleting…"
      send={async (typed) =>
        onDeleted((await remove({ email: typed }).unwrap()) || 'Your account was deleted.')
      }
      failure="It was not deleted. Please try again."
      onClose={onClose}
    />
  );
}
