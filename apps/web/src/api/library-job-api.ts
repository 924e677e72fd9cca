import type { CorrectLibraryBody, LibraryJob, RenameEverywhereBody } from '@vault/contracts';
import { useLiveChanges } from './live-changes.ts';
import { userApi } from './user-api.ts';

const timeoutMs = 30_000;
/** While its changes are reported, polls find only what was missed. */
const whileReportedMs = 30_000;
const pollMs = 2_000;

/** The last change of many videos, which the server makes. */
const libraryJobApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    libraryJob: build.query<LibraryJob | null, undefined>({
      query: () => ({ url: '/library-job', cache: 'no-store', timeout: timeoutMs }),
      providesTags: ['LibraryJob'],
    }),
    correctLibrary: build.mutation<LibraryJob, CorrectLibraryBody>({
      query: (body) => ({ url: '/glossary/corrections', method: 'POST', body, timeout: timeoutMs }),
      invalidatesTags: ['LibraryJob'],
    }),
    renameEverywhere: build.mutation<LibraryJob, RenameEverywhereBody>({
      query: (body) => ({ url: '/speakers/rename', method: 'POST', body, timeout: timeoutMs }),
      invalidatesTags: ['LibraryJob'],
    }),
    undoLibraryJob: build.mutation<LibraryJob, string>({
      query: (id) => ({ url: '/library-job/undo', method: 'POST', body: { id }, timeout: timeoutMs }),
      invalidatesTags: ['LibraryJob'],
    }),
  }),
});

export const { useCorrectLibraryMutation, useRenameEverywhereMutation, useUndoLibraryJobMutation } =
  libraryJobApi;

/** The change of many videos that is running, or has ended in the last ten minutes; undefined until it was read. */
export function useLibraryJob(): LibraryJob | null | undefined {
  const areChangesLive = useLiveChanges();
  const { useQueryState, useQuerySubscription } = libraryJobApi.endpoints.libraryJob;
  const { data, isError } = useQueryState(undefined);
  useQuerySubscription(undefined, {
    refetchOnMountOrArgChange: true,
    skipPollingIfUnfocused: true,
    pollingInterval: data?.isRunning ? (areChangesLive ? whileReportedMs : pollMs) : 0,
  });
  return isError && data === undefined ? null : data;
}
