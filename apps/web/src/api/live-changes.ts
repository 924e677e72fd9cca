import { createAction } from '@reduxjs/toolkit';
import { startAppListening } from '../store/listeners.ts';
import { ChangeStream } from './change-stream.ts';
import type { Change } from './change-stream.ts';
import { readUserSession } from './session/user-session.ts';
import { readWorkspaceId, workspaceHeaders } from './session/workspace.ts';
import { userApi } from './user-api.ts';
import { lossOf, workspaceLost } from './workspaces/workspace.slice.ts';

const reported = createAction<Change>('liveChanges/reported');

const liveChangesApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    /** Whether changes are reported now: by one stream, which is open while any part of the page asks. */
    liveChanges: build.query<boolean, undefined>({
      queryFn: () => ({ data: false }),
      keepUnusedDataFor: 0,
      onCacheEntryAdded: async (_arg, api) => {
        const onLibraryJob = () => api.dispatch(userApi.util.invalidateTags(['LibraryJob']));
        const workspace = readWorkspaceId();
        await api.cacheDataLoaded;
        const stream = new ChangeStream({
          path: '/api/events',
          readToken: () => readUserSession()?.token,
          readHeaders: workspaceHeaders,
          onRefusal: (answer) => {
            const loss = lossOf({ data: answer });
            if (loss) api.dispatch(workspaceLost({ id: workspace, loss }));
            else api.dispatch(reported('refused'));
          },
          onChange: (change) => {
            api.dispatch(reported(change));
            if (change === 'reset') onLibraryJob();
          },
          onLibraryJob,
          onOpen: (isOpen) => void api.updateCachedData(() => isOpen),
        });
        const stop = stream.start();
        await api.cacheEntryRemoved;
        stop();
      },
    }),
  }),
});

export const { liveChanges } = liveChangesApi.endpoints;

/** Keeps the stream of the changes of the user's videos open. @returns whether they are reported now; else pages poll */
export const useLiveChanges = (): boolean => liveChanges.useQuery(undefined).data === true;

/** Calls `onChange` with each reported change. @returns a function that ends it */
export const followChanges = (onChange: (change: Change) => void): (() => void) =>
  startAppListening({ actionCreator: reported, effect: ({ payload }) => onChange(payload) });
