import type { AuditRow } from '@vault/contracts';
import { listRequest, toListPage } from './list-page.ts';
import type { ListPage } from './list-page.ts';
import { staffApi } from './staff-api.ts';

/** Filters of the audit log, which is sorted newest first. */
export interface AuditQuery {
  readonly page: number;
  readonly limit: number;
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
  /** Epoch seconds. */
  readonly from?: number;
  /** Epoch seconds. */
  readonly to?: number;
}

export const auditRequest = (query: AuditQuery) => listRequest('/admin/audit', query);

export const auditApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    listAudit: build.query<ListPage<AuditRow>, AuditQuery>({
      query: auditRequest,
      transformResponse: (rows: AuditRow[], meta) => toListPage(rows, meta),
      providesTags: ['Audit'],
    }),
  }),
});

export const { useListAuditQuery } = auditApi;
