import type { EmployeeRow } from '@vault/contracts';
import { useState } from 'react';
import { errorMessage, errorStatus } from '../../../api/http/error-message.ts';
import { useEditEmployeeMutation } from '../../../api/staff/employees-api.ts';
import { showAdminToast } from '../../../components/admin/show-admin-toast.ts';
import { bodyOf, fieldsOf, problemOf } from './user-draft.ts';
import type { UserDraft } from './user-draft.ts';

/** The current user from the answer to a conflict (409); undefined for any other error. */
function currentOf(error: unknown): EmployeeRow | undefined {
  if (errorStatus(error) !== 409) return undefined;
  const row = (error as { data?: { data?: Partial<EmployeeRow> } }).data?.data;
  return row && typeof row._id === 'string' && typeof row.version === 'number'
    ? (row as EmployeeRow)
    : undefined;
}

/** Why an edit cannot be saved, and in which field. */
interface Problem {
  readonly message: string;
  readonly field: string;
}

/** The edit of one user: draft, validation, save, and the choice after a conflict. */
export function useUserEdit(row: EmployeeRow, onClose: () => void) {
  /** The user that the draft was made from; a newer version after a conflict. */
  const [base, setBase] = useState(row);
  const [draft, setDraft] = useState<UserDraft>(() => ({ ...fieldsOf(row), addToken: '0' }));
  const [theirs, setTheirs] = useState<EmployeeRow | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [editEmployee, { isLoading }] = useEditEmployeeMutation();

  const sendEdit = async (from: EmployeeRow, fields: UserDraft) => {
    try {
      const { msg } = await editEmployee({ id: from._id, body: bodyOf(from, fields) }).unwrap();
      showAdminToast('success', msg || 'The user was updated.');
      onClose();
    } catch (error) {
      const current = currentOf(error);
      if (current) setTheirs(current);
      else showAdminToast('error', errorMessage(error, 'Error to update user'));
    }
  };

  return {
    base,
    draft,
    theirs,
    problem,
    isBusy: isLoading,
    change: (fields: Partial<UserDraft>) => {
      setProblem(null);
      setDraft({ ...draft, ...fields });
    },
    save: async () => {
      if (isLoading) return;
      const found = problemOf(draft, base) ?? null;
      setProblem(found);
      if (!found) await sendEdit(base, draft);
    },
    /** Saves the chosen values after a conflict. */
    saveChosen: async (current: EmployeeRow, chosen: UserDraft) => {
      if (isLoading) return;
      setBase(current);
      setDraft(chosen);
      setTheirs(null);
      await sendEdit(current, chosen);
    },
  };
}
