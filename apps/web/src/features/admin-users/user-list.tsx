import { planIds, plans } from '@vault/contracts';
import type { EmployeeRow } from '@vault/contracts';
import { useMemo } from 'react';
import { errorMessage } from '../../api/error-message.ts';
import { employeesRequest, useListEmployeesQuery } from '../../api/staff/employees-api.ts';
import { useReadRows } from '../../api/staff/export-api.ts';
import { Choice } from '../../components/choice.tsx';
import { ListView } from '../../components/admin/list-view.tsx';
import { PageHead } from '../../components/admin/page-head.tsx';
import { SearchField } from '../../components/admin/search-field.tsx';
import { SheetButtons } from '../../components/admin/sheet-buttons.tsx';
import { useListAddress } from '../../lib/use-list-address.ts';
import { adminUsersStrings as words } from './admin-users.strings.ts';
import { userColumns, usersSheet } from './user-columns.tsx';
import type { UserActions } from './user-columns.tsx';

const employeeStates = Object.keys(words.states) as (keyof typeof words.states)[];

const shape = {
  sorts: ['email', 'name', 'plan', 'token_balance', 'created_at'],
  filters: { plan: planIds, state: employeeStates },
} as const;

const planOptions = [
  { value: '', text: words.allPlans },
  ...planIds.map((id) => ({ value: id, text: plans[id].label })),
];
const stateOptions = [
  { value: '', text: words.allStates },
  ...employeeStates.map((state) => ({ value: state, text: words.states[state] })),
];

const idOf = ({ _id }: EmployeeRow) => _id;

/** All users, page by page, with the actions on each. */
export function UserList({ onEdit, onRemove, onGrant }: UserActions) {
  const [address, actions] = useListAddress(shape);
  const { page, limit, sort, q, filters } = address;
  const query = { sort, q, ...filters };
  const answer = useListEmployeesQuery({ ...query, page, limit }, { refetchOnMountOrArgChange: true });
  const readRows = useReadRows<EmployeeRow>(
    (at, size) => employeesRequest({ ...query, page: at, limit: size }),
    idOf,
  );
  const columns = useMemo(() => userColumns({ onEdit, onRemove, onGrant }), [onEdit, onRemove, onGrant]);
  return (
    <>
      <PageHead title={words.title} note={answer.data && words.count(answer.data.total)} />
      <ListView
        name={words.list}
        columns={columns}
        idOf={idOf}
        answer={answer}
        failure={errorMessage(answer.error, '')}
        address={address}
        actions={actions}
        empty={{ title: words.emptyTitle, text: words.emptyText }}
        tools={
          <>
            <SearchField label={words.searchLabel} value={q} onSearch={actions.search} />
            <Choice
              label={words.plan}
              width="140px"
              value={filters.plan}
              options={planOptions}
              onChange={(value) => {
                actions.filter('plan', value);
              }}
            />
            <Choice
              label={words.state}
              width="170px"
              value={filters.state}
              options={stateOptions}
              onChange={(value) => {
                actions.filter('state', value);
              }}
            />
          </>
        }
        sheet={<SheetButtons sheet={usersSheet} readRows={readRows} />}
      />
    </>
  );
}
