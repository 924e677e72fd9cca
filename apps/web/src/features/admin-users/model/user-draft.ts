import type { EditEmployeeBody, EmployeeRow } from '@vault/contracts';
import type { EditKind, PlanFields, RowDraft } from '../../../components/admin/edit/edit-kind.ts';
import { planStrings } from '../../../components/admin/edit/plan.strings.ts';
import { planBodyOf, planFieldsOf, trimmed } from '../../../components/admin/edit/row-draft.ts';
import { strings } from '../../../strings/shared.strings.ts';
import { adminUsersStrings } from '../admin-users.strings.ts';

/** The editable fields of a user, as the form holds them. */
export interface UserFields extends PlanFields {
  readonly firstname: string;
  readonly lastname: string;
}

/** How staff edit users. Both names are required, except of a user who has one. */
export const userKind: EditKind<EmployeeRow, UserFields> = {
  noun: 'user',
  labels: {
    firstname: adminUsersStrings.firstname,
    lastname: adminUsersStrings.lastname,
    plan: planStrings.plan,
    membershipDay: planStrings.membershipEnd,
    isActive: planStrings.active,
  },
  fieldsOf: (row) => ({ firstname: row.firstname, lastname: row.lastname, ...planFieldsOf(row) }),
  problemOf: (draft, row) => {
    const hasOneName =
      draft.firstname + draft.lastname !== '' && (row.firstname === '') !== (row.lastname === '');
    const missing = (['firstname', 'lastname'] as const).find(
      (field) => draft[field] === '' && !(hasOneName && row[field] === ''),
    );
    return missing && { message: strings.fillAll, field: missing };
  },
};

/** The request body that saves a draft. */
export function bodyOf(row: EmployeeRow, draft: RowDraft<UserFields>): EditEmployeeBody {
  const { firstname, lastname } = trimmed(draft);
  return {
    firstname,
    lastname,
    email: row.email,
    token_balance: row.token_balance,
    ...planBodyOf(row, draft),
  };
}
