import type { EmployeeVideoRow } from '@vault/contracts';
import { listRequest, toListPage } from '../../../api/staff/list-page.ts';
import type { ListPage, ListQuery } from '../../../api/staff/list-page.ts';
import { staffApi } from '../../../api/staff/staff-api.ts';
import { messageOf } from '../../../api/http/envelope-query.ts';

/** Filters of the videos: part of a title or of the owner's e-mail, a state. */
export interface EmployeeVideosQuery extends ListQuery {
  readonly state?: string;
}

export const employeeVideosApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    listEmployeeVideos: build.query<ListPage<EmployeeVideoRow>, EmployeeVideosQuery>({
      query: (query) => listRequest('/admin/videos', query),
      transformResponse: (rows: EmployeeVideoRow[], meta) => toListPage(rows, meta),
      providesTags: ['EmployeeVideos'],
    }),

    /** Runs a failed step again. Returns the server's message. */
    retryEmployeeVideo: build.mutation<string, string>({
      query: (id) => ({ url: `/admin/video/${encodeURIComponent(id)}/retry`, method: 'POST', body: {} }),
      transformResponse: (_data, meta) => messageOf(meta),
      invalidatesTags: (_result, error) => (error ? [] : ['EmployeeVideos', 'Dashboard', 'Audit']),
    }),

    /** Runs the failed steps of all videos again, up to 100 in one call. Returns the server's message. */
    retryFailedVideos: build.mutation<string, undefined>({
      query: () => ({ url: '/admin/videos/retry-failed', method: 'POST', body: {} }),
      transformResponse: (_data, meta) => messageOf(meta),
      invalidatesTags: ['EmployeeVideos', 'Dashboard', 'Audit'],
    }),
  }),
});

export const { useListEmployeeVideosQuery, useRetryEmployeeVideoMutation, useRetryFailedVideosMutation } =
  employeeVideosApi;
