import type { MomentRecord } from '@vault/contracts';
import { userApi } from '../../../api/user-api.ts';

/** The span to share. */
export interface MomentDraft extends Pick<MomentRecord, 'kind' | 'start' | 'end'> {
  /** The session id of the video. */
  readonly passthrough: string;
}

/** A moment and what to change of it. */
export interface MomentChange extends Partial<Pick<MomentRecord, 'ends_at' | 'is_listed'>> {
  readonly id: string;
  /** The session id of the video. */
  readonly passthrough: string;
}

/** Links to moments of the signed-in user's own videos. */
export const momentsApi = userApi.enhanceEndpoints({ addTagTypes: ['Moments'] }).injectEndpoints({
  endpoints: (build) => ({
    /** All links to a video; the server sends them in pages. */
    moments: build.query<MomentRecord[], string>({
      queryFn: async (passthrough, _api, _options, call) => {
        const moments: MomentRecord[] = [];
        let after: unknown = '';
        while (typeof after === 'string') {
          const params = after === '' ? { passthrough } : { passthrough, after };
          const { data, error, meta } = await call({ url: '/moments', params, cache: 'no-store' });
          if (error) return { error };
          moments.push(...(data as MomentRecord[]));
          after = meta?.envelope['next'];
        }
        return { data: moments };
      },
      providesTags: ['Moments'],
    }),

    /** Equal spans have the same link. */
    shareMoment: build.mutation<MomentRecord, MomentDraft>({
      query: (body) => ({ url: '/moments', method: 'POST', body }),
      invalidatesTags: (_moment, error) => (error ? [] : ['Moments']),
    }),

    /** Applied optimistically. After a failure the list is read again: the link may have been ended elsewhere. */
    editMoment: build.mutation<MomentRecord, MomentChange>({
      query: ({ id, ends_at, is_listed }) => ({
        url: `/moments/${encodeURIComponent(id)}`,
        method: 'PATCH',
        body: { ends_at, is_listed },
      }),
      onQueryStarted: async ({ id, passthrough, ...fields }, { dispatch, queryFulfilled }) => {
        const assign = (change: Partial<MomentRecord>) =>
          dispatch(
            momentsApi.util.updateQueryData('moments', passthrough, (moments) => {
              const moment = moments.find((each) => each.id === id);
              if (moment) Object.assign(moment, change);
            }),
          );
        const edit = assign(fields);
        const answer = await queryFulfilled.catch(() => null);
        if (answer) assign(answer.data);
        else edit.undo();
      },
      invalidatesTags: (_moment, error) => (error ? ['Moments'] : []),
    }),

    endMoment: build.mutation<unknown, Pick<MomentChange, 'id' | 'passthrough'>>({
      query: ({ id }) => ({ url: `/moments/${encodeURIComponent(id)}`, method: 'DELETE' }),
      onQueryStarted: async ({ id, passthrough }, { dispatch, queryFulfilled }) => {
        const isEnded = await queryFulfilled.then(
          () => true,
          () => false,
        );
        if (!isEnded) return;
        dispatch(
          momentsApi.util.updateQueryData('moments', passthrough, (moments) =>
            moments.filter((moment) => moment.id !== id),
          ),
        );
      },
    }),
  }),
});

export const { useMomentsQuery, useEditMomentMutation, useEndMomentMutation } = momentsApi;
