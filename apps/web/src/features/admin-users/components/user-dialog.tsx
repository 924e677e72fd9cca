import type { EmployeeRow } from '@vault/contracts';
import { useEditEmployeeMutation } from '../../../api/staff/employees-api.ts';
import { EditDialog } from '../../../components/admin/edit/edit-dialog.tsx';
import {
  ActiveInput,
  IdField,
  PlanInputs,
  ReadOnlyField,
} from '../../../components/admin/edit/plan-inputs.tsx';
import { TextField } from '../../../components/ui/fields/text-field.tsx';
import { adminUsersStrings as strings } from '../admin-users.strings.ts';
import { bodyOf, userKind } from '../model/user-draft.ts';

interface UserDialogProps {
  row: EmployeeRow;
  onClose: () => void;
}

/** Edits one user. */
export function UserDialog({ row, onClose }: UserDialogProps) {
  const [editEmployee] = useEditEmployeeMutation();
  return (
    <EditDialog
      kind={userKind}
      row={row}
      send={async (from, draft) =>
        (await editEmployee({ id: from._id, body: bodyOf(from, draft) }).unwrap()).msg
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <ReadOnlyField label={strings.email} name="email" value={row.email} title={row.email} />
          <IdField id={row._id} />
          {(['firstname', 'lastname'] as const).map((name) => (
            <TextField
              key={name}
              autoFocus={name === 'firstname'}
              label={strings[name]}
              name={name}
              value={form.draft[name]}
              maxLength={100}
              autoComplete="off"
              aria-invalid={form.isWrong(name)}
              onChange={(event) => form.onChange({ [name]: event.target.value })}
            />
          ))}
          <PlanInputs {...form} />
          <ActiveInput
            hint="Nobody can sign in to an inactive account, and its open uploads are cancelled."
            isOn={form.draft.isActive}
            onChange={(isActive) => form.onChange({ isActive })}
          />
        </>
      )}
    </EditDialog>
  );
}
