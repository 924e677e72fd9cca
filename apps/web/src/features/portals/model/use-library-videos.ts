import { useEffect } from 'react';
import { loadMoreOfLibrary, useListVideosQuery } from '../../../api/library-api.ts';
import type { LibraryVideo } from '../../../api/merge-library.ts';
import { useUserSession } from '../../../api/session/user-session.ts';
import { useAppDispatch } from '../../../store/hooks.ts';

export interface LibraryVideos {
  /** Newest first; undefined until the first ones are loaded. */
  readonly library: readonly LibraryVideo[] | undefined;
  readonly libraryError: unknown;
  readonly loadAgain: () => void;
}

/** All videos of the library that can be played, loaded in parts one after the other. */
export function useLibraryVideos(): LibraryVideos {
  const dispatch = useAppDispatch();
  const userId = useUserSession()?.id ?? '';
  const { data, error, isFetching, refetch } = useListVideosQuery({ userId, after: '' });
  const next = data?.next ?? null;
  const canLoadMore = next !== null && !isFetching && error === undefined;
  useEffect(() => {
    if (canLoadMore) void dispatch(loadMoreOfLibrary(userId, next));
  }, [dispatch, canLoadMore, userId, next]);
  return {
    library: data?.videos.filter(({ streamUrl }) => streamUrl !== ''),
    libraryError: isFetching ? undefined : error,
    loadAgain: () => void refetch(),
  };
}
