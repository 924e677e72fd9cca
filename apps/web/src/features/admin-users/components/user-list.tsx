import { planIds, plans } from '@vault/contracts';
import type { EmployeeRow } from '@vault/contracts';
import { useMemo } from 'react';
import { useListEmployeesQuery } from '../../../api/staff/employees-api.ts';
import { listRequest } from '../../../api/staff/list-page.ts';
import { planStrings } from '../../../components/admin/edit/plan.strings.ts';
import { FilterSelect } from '../../../components/admin/list/filter-select.tsx';
import { ListView } from '../../../components/admin/list/list-view.tsx';
import { PageHead } from '../../../components/admin/page-head.tsx';
import { SearchField } from '../../../components/admin/list/search-field.tsx';
import { adminUsersStrings as strings } from '../admin-users.strings.ts';
import { userColumns } from './user-columns.tsx';
import type { UserActions } from './user-columns.tsx';
import { useServerList } from '../../../components/admin/list/use-server-list.ts';
import { countOf } from '../../../lib/format/format-number.ts';

const shape = {
  sorts: ['email', 'name', 'plan', 'token_balance', 'created_at', 'membership_end'],
  filters: { plan: planIds, state: Object.keys(strings.states) },
} as const;

const planTexts = {
  '': 'All plans',
  ...Object.fromEntries(planIds.map((id) => [id, plans[id].label])),
};

const idOf = ({ _id }: EmployeeRow) => _id;

/** All users, page by page, with the actions on each. */
export function UserList({ onEdit, onRemove, onGrant }: UserActions) {
  const list = useServerList({
    shape,
    useQuery: useListEmployeesQuery,
    fileOf: (query) => ({ name: 'users.csv', ...listRequest('/admin/employees.csv', query) }),
    idOf,
  });
  const { data } = list.answer;
  const { sort, filters } = list.address;
  const showsEnd =
    sort.endsWith('membership_end') || filters.state === 'expiring' || filters.state === 'expired';
  const columns = useMemo(
    () => userColumns({ onEdit, onRemove, onGrant }, showsEnd),
    [onEdit, onRemove, onGrant, showsEnd],
  );
  return (
    <>
      <PageHead title="Users" note={data && countOf(data.total, 'user')} />
      <ListView
        name="Users"
        list={list}
        columns={columns}
        empty={{ title: 'No users yet', text: 'Registered users are listed here.' }}
        tools={
          <>
            <SearchField list={list} label="Search e-mail or name" />
            <FilterSelect list={list} name="plan" label={planStrings.plan} texts={planTexts} width="140px" />
            <FilterSelect
              list={list}
              name="state"
              label="State"
              texts={{ '': 'All states', ...strings.states }}
              width="220px"
            />
          </>
        }
      />
    </>
  );
}
