import type { EmployeeRow } from '@vault/contracts';
import { useId } from 'react';
import { Modal } from '../../../components/ui/dialogs/modal.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Spinner } from '../../../components/ui/spinner.tsx';
import { EditForm } from './edit-form.tsx';
import { StaleChoice } from './stale-choice.tsx';
import { useStaleChoice } from '../model/use-stale-choice.ts';
import { useUserEdit } from '../model/use-user-edit.ts';

interface EditDialogProps {
  row: EmployeeRow;
  onClose: () => void;
}

/**
 * Edits one user. Shows what saving would change, and closes when it is saved. After a conflict with another edit it
 * shows both versions.
 */
export function EditDialog({ row, onClose }: EditDialogProps) {
  const formId = useId();
  const edit = useUserEdit(row, onClose);
  const { base, draft, theirs, isBusy } = edit;
  const stale = useStaleChoice(edit);
  const busy = isBusy ? <Spinner /> : null;

  return (
    <Modal
      title={theirs ? 'Someone else changed this user' : 'Edit user'}
      size="medium"
      isDismissDisabled={isBusy}
      closeLabel="Close"
      onCancel={onClose}
      footer={
        theirs ? (
          <>
            <Button onClick={onClose}>Keep the current values</Button>
            <Button
              tone="primary"
              disabled={!stale.areAllChosen}
              onClick={() => void edit.saveChosen(theirs, stale.chosenDraft(theirs))}
            >
              Save chosen values
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose} disabled={isBusy}>
              Cancel
            </Button>
            <Button type="submit" form={formId} tone="primary" aria-disabled={isBusy}>
              {busy}
              {isBusy ? 'Saving…' : 'Save'}
            </Button>
          </>
        )
      }
    >
      {theirs ? (
        <StaleChoice differences={stale.differences} choiceOf={stale.choiceOf} onChoose={stale.choose} />
      ) : (
        <EditForm
          id={formId}
          row={base}
          draft={draft}
          problem={edit.problem}
          onChange={edit.change}
          onSave={() => void edit.save()}
        />
      )}
    </Modal>
  );
}
