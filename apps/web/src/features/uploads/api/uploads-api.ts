import type { UploadAllowance, UploadSession } from '@vault/contracts';
import { userApi } from '../../../api/user-api.ts';

/** Upload permission and upload sessions. */
export const uploadsApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    uploadAllowance: build.query<UploadAllowance, undefined>({
      query: () => ({ url: '/auth/can-upload-video', method: 'POST', body: {} }),
      providesTags: ['Allowance'],
    }),
    /** Opens a session on the server. The file is sent to its url. */
    openUpload: build.mutation<UploadSession, undefined>({
      query: () => '/muxupload',
    }),
  }),
});

export const { useUploadAllowanceQuery } = uploadsApi;
