import { useState } from 'react';
import { errorMessage, errorStatus } from '../../../api/http/error-message.ts';
import { showAdminToast } from '../show-admin-toast.ts';
import type { EditKind, PlanFields, PlanRow, Problem, RowDraft } from './edit-kind.ts';
import { problemOf } from './row-draft.ts';

/** The current row from the answer to a conflict (409); undefined for any other error. */
function currentOf(error: unknown): PlanRow | undefined {
  if (errorStatus(error) !== 409) return undefined;
  const row = (error as { data?: { data?: Partial<PlanRow> } }).data?.data;
  return row && typeof row._id === 'string' && typeof row.version === 'number' ? (row as PlanRow) : undefined;
}

export interface RowEditOptions<Row extends PlanRow, Fields extends PlanFields> {
  readonly kind: EditKind<Row, Fields>;
  readonly row: Row;
  /** Values that the draft starts with, in place of those of the row. */
  readonly proposal?: Partial<Fields> | undefined;
  /** @returns the server's message */
  readonly send: (row: Row, draft: RowDraft<Fields>) => Promise<string>;
  readonly onClose: () => void;
}

/** The edit of one row: draft, validation, save, and the choice after a conflict. */
export function useRowEdit<Row extends PlanRow, Fields extends PlanFields>({
  kind,
  row,
  proposal,
  send,
  onClose,
}: RowEditOptions<Row, Fields>) {
  /** The row that the draft was made from; a newer version after a conflict. */
  const [base, setBase] = useState(row);
  const [draft, setDraft] = useState<RowDraft<Fields>>(() => ({
    ...kind.fieldsOf(row),
    ...proposal,
    addToken: '0',
  }));
  const [theirs, setTheirs] = useState<Row | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);

  const sendEdit = async (from: Row, fields: RowDraft<Fields>) => {
    setBusy(true);
    try {
      showAdminToast('success', (await send(from, fields)) || `The ${kind.noun} was updated.`);
      onClose();
    } catch (error) {
      const current = currentOf(error);
      if (current) setTheirs(current as Row);
      else showAdminToast('error', errorMessage(error, `Error to update ${kind.noun}`));
    } finally {
      setBusy(false);
    }
  };

  return {
    base,
    draft,
    theirs,
    problem,
    isBusy,
    change: (fields: Partial<RowDraft<Fields>>) => {
      setProblem(null);
      setDraft({ ...draft, ...fields });
    },
    save: async () => {
      if (isBusy) return;
      const found = problemOf(kind, draft, base) ?? null;
      setProblem(found);
      if (!found) await sendEdit(base, draft);
    },
    /** Saves the chosen values after a conflict. */
    saveChosen: async (current: Row, chosen: RowDraft<Fields>) => {
      if (isBusy) return;
      setBase(current);
      setDraft(chosen);
      setTheirs(null);
      await sendEdit(current, chosen);
    },
  };
}
