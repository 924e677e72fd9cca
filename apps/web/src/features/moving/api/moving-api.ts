import type { ClipList, MomentRecord, PortalRecord, VideoRecord } from '@vault/contracts';
import { inWorkspace, ownWorkspace } from '../../../api/http/workspace-header.ts';
import { confirmRemoval, removeFromLibrary } from '../../../api/library-api.ts';
import type { RemovedVideo } from '../../../api/library-api.ts';
import { userApi } from '../../../api/user-api.ts';

/** What a video has besides its own record. */
export interface Belongings {
  readonly clips: number;
  readonly links: number;
  /** The names of the portals that show it by its name. */
  readonly portals: readonly string[];
}

interface Move {
  readonly id: string;
  /** The workspace that gets it. */
  readonly to: string;
}

/** Where a video has moved to. */
interface Arrival {
  readonly id: string;
  /** Null for the own workspace, which no call names. */
  readonly teamId: string | null;
}

const ofVideo = (id: string, path: string) => `/muxvideos/${encodeURIComponent(id)}/${path}`;

/** Moves videos between the workspaces of the user. */
export const movingApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    belongings: build.query<Belongings, string>({
      queryFn: async (id, _api, _options, call) => {
        const answers = await Promise.all([
          call({ url: ofVideo(id, 'clips'), cache: 'no-store' }),
          call({ url: '/moments', params: { passthrough: id }, cache: 'no-store' }),
          call({ url: '/portals', cache: 'no-store' }),
        ]);
        const failed = answers.find(({ error }) => error !== undefined);
        if (failed?.error) return { error: failed.error };
        const [{ clips }, links, { portals }] = answers.map(({ data }) => data) as [
          ClipList,
          readonly MomentRecord[],
          { readonly portals: readonly PortalRecord[] },
        ];
        const showing = portals.filter(({ video_ids: ids }) => ids?.includes(id));
        const names = showing.map(({ name }) => name);
        return { data: { clips: clips.length, links: links.length, portals: names } };
      },
      keepUnusedDataFor: 0,
    }),

    moveVideo: build.mutation<unknown, Move>({
      queryFn: async ({ id, to }, _api, _options, call) => {
        const { data, error, meta } = await call({ url: ofVideo(id, 'move'), method: 'POST', body: { to } });
        // A refusal may be about the other workspace, and then not about the one that the tab shows.
        return error ? { error, ...(meta && { meta: { ...meta, workspace: to } }) } : { data };
      },
      onQueryStarted: async ({ id }, { dispatch, queryFulfilled }) => {
        const hasMoved = await queryFulfilled.then(
          () => true,
          () => false,
        );
        if (!hasMoved) return;
        let removed: RemovedVideo | undefined;
        dispatch(
          removeFromLibrary(id, (video) => {
            removed = video;
          }),
        );
        if (removed) confirmRemoval(removed);
      },
      invalidatesTags: (_answer, error) => (error ? [] : ['Allowance']),
    }),

    /** A video where it has moved to. */
    movedVideo: build.query<VideoRecord, Arrival>({
      query: ({ id, teamId }) => ({
        url: `/muxvideos/asset/${encodeURIComponent(id)}`,
        headers: inWorkspace(teamId ?? ownWorkspace),
        cache: 'no-store',
      }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useBelongingsQuery, useMoveVideoMutation, useMovedVideoQuery } = movingApi;
