import type { EmployeeRow } from '@vault/contracts';
import { useAllEmployeesQuery, useListEmployeesQuery } from './employees-api.ts';

/** The user, or undefined while loading or when there is no such user. */
interface FoundEmployee {
  readonly employee: EmployeeRow | undefined;
  readonly isLoading: boolean;
}

/**
 * Finds a user by id: first by the search, then in the list of all users, because the search may not match ids.
 * @param id empty to request nobody
 */
export function useEmployee(id: string): FoundEmployee {
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
