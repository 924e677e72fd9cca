import type { UploadAllowance, UploadSession } from '@vault/contracts';
import { userApi } from '../../api/user-api.ts';

/** Whether the user may upload, and where to. */
export const uploadsApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    uploadAllowance: build.query<UploadAllowance, undefined>({
      query: () => ({ url: '/auth/can-upload-video', method: 'POST', body: {} }),
      providesTags: ['Allowance'],
    }),
    /** Opens a session on the server; its url takes the file. */
    openUpload: build.mutation<UploadSession, undefined>({
      query: () => '/muxupload',
    }),
  }),
});

export const { useUploadAllowanceQuery } = uploadsApi;
