import type { UploadAllowance, UploadSession } from '@vault/contracts';
import { inWorkspace } from '../../../api/http/workspace-header.ts';
import { userApi } from '../../../api/user-api.ts';

/** Upload permission and upload sessions. */
export const uploadsApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    uploadAllowance: build.query<UploadAllowance, undefined>({
      query: () => ({ url: '/auth/can-upload-video', method: 'POST', body: {} }),
      providesTags: ['Allowance'],
    }),
    /** Opens a session on the server, in a workspace. The file is sent to its url. */
    openUpload: build.mutation<UploadSession, string>({
      query: (workspace) => ({ url: '/muxupload', headers: inWorkspace(workspace) }),
    }),
  }),
});

export const { useUploadAllowanceQuery } = uploadsApi;
