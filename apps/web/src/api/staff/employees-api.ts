import type { EditEmployeeBody, EmployeeRow } from '@vault/contracts';
import { listRequest, toListPage } from './list-page.ts';
import type { ListPage, ListQuery } from './list-page.ts';
import { staffApi } from './staff-api.ts';
import { messageOf } from '../http/envelope-query.ts';

/** Filters of the users: part of an e-mail or a name, a plan, a state. */
export interface EmployeesQuery extends ListQuery {
  readonly plan?: string;
  readonly state?: string;
}

/** An edit of one user: all values of the form. */
export interface EmployeeEdit {
  readonly id: string;
  readonly body: EditEmployeeBody;
}

/** The server's message about a change, and the changed user. */
interface ChangedEmployee {
  readonly msg: string;
  readonly row: EmployeeRow | null;
}

const at = (id: string) => `/admin/employee/${encodeURIComponent(id)}`;
/** Cache tags that a change of a user invalidates. */
const changed = ['Employees', 'Dashboard', 'Audit'] as const;

export const employeesApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    listEmployees: build.query<ListPage<EmployeeRow>, EmployeesQuery>({
      query: (query) => listRequest('/admin/employees', query),
      transformResponse: (rows: EmployeeRow[], meta) => toListPage(rows, meta),
      providesTags: ['Employees'],
    }),

    /** All users at once. Use it only to find a user by id. */
    allEmployees: build.query<readonly EmployeeRow[], undefined>({
      query: () => '/admin/employees',
      providesTags: ['Employees'],
    }),

    /** A stale `version` is answered with 409 and the current user under `data`. */
    editEmployee: build.mutation<ChangedEmployee, EmployeeEdit>({
      query: ({ id, body }) => ({ url: at(id), method: 'POST', body }),
      transformResponse: (row: EmployeeRow | null, meta) => ({ row, msg: messageOf(meta) }),
      invalidatesTags: (_result, error) => (error ? [] : changed),
    }),

    /** Deletes the user with all of their data. Returns the server's message. */
    deleteEmployee: build.mutation<string, string>({
      query: (id) => ({ url: at(id), method: 'DELETE' }),
      transformResponse: (_data, meta) => messageOf(meta),
      invalidatesTags: (_result, error) => (error ? [] : [...changed, 'EmployeeVideos', 'TokenHistory']),
    }),

    /** Grants the executive plan for a month. */
    grantUpgrade: build.mutation<ChangedEmployee, string>({
      query: (id) => ({ url: `${at(id)}/grant-upgrade`, method: 'POST', body: {} }),
      transformResponse: (row: EmployeeRow | null, meta) => ({ row, msg: messageOf(meta) }),
      invalidatesTags: (_result, error) => (error ? [] : changed),
    }),
  }),
});

export const {
  useListEmployeesQuery,
  useAllEmployeesQuery,
  useEditEmployeeMutation,
  useDeleteEmployeeMutation,
  useGrantUpgradeMutation,
} = employeesApi;
