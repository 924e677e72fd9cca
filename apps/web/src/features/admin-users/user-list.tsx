import { planIds, plans } from '@vault/contracts';
import type { EmployeeRow } from '@vault/contracts';
import { useMemo } from 'react';
import { employeesRequest, useListEmployeesQuery } from '../../api/staff/employees-api.ts';
import { useReadRows } from '../../api/staff/export-api.ts';
import { FilterChoice } from '../../components/admin/filter-choice.tsx';
import { ListView } from '../../components/admin/list-view.tsx';
import { PageHead } from '../../components/admin/page-head.tsx';
import { SearchField } from '../../components/admin/search-field.tsx';
import { SheetButtons } from '../../components/admin/sheet-buttons.tsx';
import { useListAddress } from '../../lib/use-list-address.ts';
import { adminUsersStrings as words } from './admin-users.strings.ts';
import { userColumns, usersSheet } from './user-columns.tsx';
import type { UserActions } from './user-columns.tsx';

const shape = {
  sorts: ['email', 'name', 'plan', 'token_balance', 'created_at'],
  filters: { plan: planIds, state: Object.keys(words.states) },
} as const;

const planTexts = {
  '': words.allPlans,
  ...Object.fromEntries(planIds.map((id) => [id, plans[id].label])),
};

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
        address={address}
        actions={actions}
        empty={{ title: words.emptyTitle, text: words.emptyText }}
        tools={
          <>
            <SearchField label={words.searchLabel} value={q} onSearch={actions.search} />
            <FilterChoice
              name="plan"
              label={words.plan}
              texts={planTexts}
              width="140px"
              filters={filters}
              actions={actions}
            />
            <FilterChoice
              name="state"
              label={words.state}
              texts={{ '': words.allStates, ...words.states }}
              width="170px"
              filters={filters}
              actions={actions}
            />
          </>
        }
        sheet={<SheetButtons sheet={usersSheet} readRows={readRows} />}
      />
    </>
  );
}
