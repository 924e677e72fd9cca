import type { EmployeeRow } from '@vault/contracts';
import { useAllEmployeesQuery, useListEmployeesQuery } from './employees-api.ts';

/** One user by id: as yet unknown, or not there. */
interface FoundEmployee {
  readonly employee: EmployeeRow | undefined;
  readonly isLoading: boolean;
}

/**
 * One user by id. Where the search finds no ids, the whole list is looked through, once.
 * @param id empty when nobody is asked for
 */
export function useEmployee(id: string): FoundEmployee {
  const isAsked = id !== '';
  const searched = useListEmployeesQuery({ page: 1, limit: 1, q: id }, { skip: !isAsked });
  const found = searched.data?.rows.find(({ _id }) => _id === id);
  const all = useAllEmployeesQuery(undefined, {
    skip: !isAsked || searched.isFetching || found !== undefined,
  });
  return {
    employee: isAsked ? (found ?? all.data?.find(({ _id }) => _id === id)) : undefined,
    isLoading: isAsked && (searched.isFetching || all.isLoading),
  };
}
