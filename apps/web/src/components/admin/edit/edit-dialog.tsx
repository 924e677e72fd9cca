import { chakra } from '@chakra-ui/react';
import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { FormMessage } from '../../ui/fields/form-message.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ChangeSummary } from './change-summary.tsx';
import type { PlanFields, PlanRow, Problem, RowDraft } from './edit-kind.ts';
import { changesOf, noteOf } from './row-draft.ts';
import { StaleChoice } from './stale-choice.tsx';
import { useRowEdit } from './use-row-edit.ts';
import type { RowEditOptions } from './use-row-edit.ts';
import { useStaleChoice } from './use-stale-choice.ts';

/** The state of the form, for its fields. */
export interface FormFields<Row, Fields> {
  readonly row: Row;
  readonly draft: RowDraft<Fields>;
  /** Whether the last attempt to save failed because of this field. */
  readonly isWrong: (field: string) => true | undefined;
  readonly onChange: (fields: Partial<RowDraft<Fields>>) => void;
}

interface EditDialogProps<Row extends PlanRow, Fields extends PlanFields> extends RowEditOptions<
  Row,
  Fields
> {
  children: (form: FormFields<Row, Fields>) => ReactNode;
}

/**
 * Edits one row. Shows what saving would change, and closes when it is saved. After a conflict with another edit it
 * shows both versions.
 */
export function EditDialog<Row extends PlanRow, Fields extends PlanFields>({
  children,
  ...options
}: EditDialogProps<Row, Fields>) {
  const { kind, onClose } = options;
  const formId = useId();
  const edit = useRowEdit(options);
  const { base, draft, theirs, problem, isBusy } = edit;
  const stale = useStaleChoice(kind, edit);
  const busy = isBusy ? <Spinner /> : null;

  return (
    <Modal
      title={theirs ? `Someone else changed this ${kind.noun}` : `Edit ${kind.noun}`}
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
        <EditForm id={formId} problem={problem} onSave={() => void edit.save()}>
          {children({
            row: base,
            draft,
            isWrong: (field) => (problem?.field === field ? true : undefined),
            onChange: edit.change,
          })}
          <chakra.div gridColumn={{ sm: '1 / -1' }}>
            <ChangeSummary changes={changesOf(kind, base, draft)} note={noteOf(base, draft)} />
            {problem ? <FormMessage message={problem.message} /> : null}
          </chakra.div>
        </EditForm>
      )}
    </Modal>
  );
}

interface EditFormProps {
  id: string;
  problem: Problem | null;
  onSave: () => void;
  children: ReactNode;
}

/** A form in two columns, which focuses the field that has a problem. */
function EditForm({ id, problem, onSave, children }: EditFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>(`[name="${problem.field}"]`)?.focus();
  }, [problem]);
  return (
    <chakra.form
      ref={form}
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
      display="grid"
      gap="4"
      gridTemplateColumns={{ sm: 'repeat(2, minmax(0, 1fr))' }}
    >
      {children}
    </chakra.form>
  );
}
