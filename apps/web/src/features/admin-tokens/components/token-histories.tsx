import { chakra } from '@chakra-ui/react';
import { plans } from '@vault/contracts';
import type { EmployeeRow } from '@vault/contracts';
import { useNavigate } from 'react-router-dom';
import { EmptyState } from '../../../components/admin/list/list-states.tsx';
import { PageHead } from '../../../components/admin/page-head.tsx';
import { EmployeeChoice } from './employee-choice.tsx';
import { HistoryList } from './history-list.tsx';
import { useAllEmployeesQuery, useListEmployeesQuery } from '../../../api/staff/employees-api.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';

/** The user, or undefined while loading or when there is no such user. */
interface FoundEmployee {
  readonly employee: EmployeeRow | undefined;
  readonly isLoading: boolean;
}

/**
 * Finds a user by id: first by the search, then in the list of all users, because the search may not match ids.
 * @param id empty to request nobody
 */
function useEmployee(id: string): FoundEmployee {
  const isRequested = id !== '';
  const searched = useListEmployeesQuery({ page: 1, limit: 1, q: id }, { skip: !isRequested });
  const found = searched.data?.rows.find(({ _id }) => _id === id);
  const all = useAllEmployeesQuery(undefined, {
    skip: !isRequested || searched.isFetching || found !== undefined,
  });
  return {
    employee: isRequested ? (found ?? all.data?.find(({ _id }) => _id === id)) : undefined,
    isLoading: isRequested && (searched.isFetching || all.isLoading),
  };
}

const address = (id: string) => `/admin/token-histories${id === '' ? '' : `/${encodeURIComponent(id)}`}`;

function Facts({ employee }: { employee: EmployeeRow }) {
  const { firstname, lastname, plan, token_balance } = employee;
  const facts = [
    `${firstname} ${lastname}`.trim(),
    plans[plan].label,
    `${countOf(token_balance, 'token')} left`,
  ];
  return (
    <MutedText fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
      {facts.filter(Boolean).join(' · ')}
    </MutedText>
  );
}

/** The token history of a user, and the field that chooses the user. @param employeeId empty while none is chosen */
export function TokenHistories({ employeeId }: { employeeId: string }) {
  const navigate = useNavigate();
  const { employee } = useEmployee(employeeId);
  return (
    <>
      <PageHead title="Token Histories" />
      <chakra.div display="grid" gap="2" pb="6">
        <EmployeeChoice chosen={employee} onChoose={(id) => void navigate(address(id))} />
        {employee ? <Facts employee={employee} /> : null}
      </chakra.div>
      {employeeId === '' ? (
        <EmptyState
          title="Choose a user"
          text="Their token history shows each operation, the prompts that were sent and the results that came back."
        />
      ) : (
        <HistoryList key={employeeId} employeeId={employeeId} email={employee?.email ?? ''} />
      )}
    </>
  );
}
