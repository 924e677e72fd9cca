import type { EditEmployeeBody, EmployeeRow } from '@vault/contracts';
import { listRequest, sentenceOf, toListPage } from './list-page.ts';
import type { ListPage, ListQuery } from './list-page.ts';
import { staffApi } from './staff-api.ts';

/** Which users: part of an e-mail or a name, a plan, a state. */
export interface EmployeesQuery extends ListQuery {
  readonly plan?: string;
  readonly state?: string;
}

/** An edit of one user: everything that the form holds. */
export interface EmployeeEdit {
  readonly id: string;
  readonly body: EditEmployeeBody;
}

/** What the server says of a change, and the user as they are now. */
interface ChangedEmployee {
  readonly msg: string;
  readonly row: EmployeeRow | null;
}

const at = (id: string) => `/admin/employee/${encodeURIComponent(id)}`;
/** What may look different after a user was changed. */
const changed = ['Employees', 'Dashboard', 'Audit'] as const;

export const employeesRequest = (query: EmployeesQuery) => listRequest('/admin/employees', query);

export const employeesApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    listEmployees: build.query<ListPage<EmployeeRow>, EmployeesQuery>({
      query: employeesRequest,
      transformResponse: (rows: EmployeeRow[], meta) => toListPage(rows, meta),
      providesTags: ['Employees'],
    }),

    /** All users at once, oldest call of the product: only for who must find somebody by an id. */
    allEmployees: build.query<readonly EmployeeRow[], undefined>({
      query: () => '/admin/employees',
      providesTags: ['Employees'],
    }),

    /** A stale `version` is answered 409, with the user as they are now under `data`. */
    editEmployee: build.mutation<ChangedEmployee, EmployeeEdit>({
      query: ({ id, body }) => ({ url: at(id), method: 'POST', body }),
      transformResponse: (row: EmployeeRow | null, meta) => ({ row, msg: sentenceOf(meta) }),
      invalidatesTags: (_result, error) => (error ? [] : changed),
    }),

    /** Answers the server's sentence. Everything of the user goes with them. */
    deleteEmployee: build.mutation<string, string>({
      query: (id) => ({ url: at(id), method: 'DELETE' }),
      transformResponse: (_data, meta) => sentenceOf(meta),
      invalidatesTags: (_result, error) => (error ? [] : [...changed, 'EmployeeVideos', 'TokenHistory']),
    }),

    /** The executive plan for a month. */
    grantUpgrade: build.mutation<ChangedEmployee, string>({
      query: (id) => ({ url: `${at(id)}/grant-upgrade`, method: 'POST', body: {} }),
      transformResponse: (row: EmployeeRow | null, meta) => ({ row, msg: sentenceOf(meta) }),
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
