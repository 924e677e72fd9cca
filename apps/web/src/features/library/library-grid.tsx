import { chakra } from '@chakra-ui/react';
import { useCallback, useMemo } from 'react';
import { useStore } from 'react-redux';
import { errorMessage } from '../../api/error-message.ts';
import { loadMoreOfLibrary, useListVideosQuery } from '../../api/library-api.ts';
import { Button } from '../../components/button.tsx';
import type { CardEntries } from './card-entries.ts';
import { useFollowListed } from './card-generations.ts';
import { EmptyLibrary } from './empty-library.tsx';
import { FollowVideo, isSettled } from './follow-video.tsx';
import { LibraryHeading } from './library-heading.tsx';
import { libraryStrings as words } from './library.strings.ts';
import type { Membership } from './membership.ts';
import { VideoGrid } from './video-grid.tsx';

const Block = chakra('div', {
  base: { bg: 'sunken', borderRadius: 'sm', animation: 'fade-pulse 1.6s ease-in-out infinite' },
});

/** The skeleton of a card, with the size of the card. */
function CardSkeleton() {
  return (
    <div aria-hidden>
      <Block aspectRatio="16 / 9" borderRadius="media" />
      <Block height="6px" mt="3" />
      <Block height="24px" width="64%" mt="10" />
      <Block height="16px" width="88%" mt="3" />
      <Block height="16px" width="28%" mt="5" />
    </div>
  );
}

/** A list older than this is fetched again when the page is opened. */
const freshSeconds = 30;

const SkeletonGrid = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
    columnGap: { base: '6', lg: '8' },
    rowGap: '12',
  },
});

function Skeletons({ label }: { label: string }) {
  return (
    <SkeletonGrid role="status" aria-label={label} aria-busy="true">
      <CardSkeleton />
      <CardSkeleton />
    </SkeletonGrid>
  );
}

/** An error message with a retry button. */
function LoadError({ error, fallback, onRetry }: { error: unknown; fallback: string; onRetry: () => void }) {
  return (
    <chakra.div role="alert" display="grid" gap="4" justifyItems="start">
      <chakra.p>{errorMessage(error, fallback)}</chakra.p>
      <Button onClick={onRetry}>{words.tryAgain}</Button>
    </chakra.div>
  );
}

interface LibraryGridProps {
  userId: string;
  membership: Membership;
  /** Affects only the text of an empty library. */
  canUpload: boolean;
  /** The session is still being checked: nothing is loaded yet. */
  isHeld: boolean;
  /** Further entries of each card's menu. */
  entriesOf?: CardEntries;
}

/** All videos of the signed-in user, newest first, loaded in pages of 100 while scrolling. */
export function LibraryGrid({ userId, membership, canUpload, isHeld, entriesOf }: LibraryGridProps) {
  const dispatch = useStore<unknown>().dispatch as (action: unknown) => unknown;
  const { data, error, refetch, isFetching, originalArgs } = useListVideosQuery(
    { userId, after: '' },
    { skip: isHeld, refetchOnMountOrArgChange: freshSeconds },
  );
  const videos = data?.videos;
  const next = data?.next ?? null;
  useFollowListed(videos);
  // A failed refresh keeps the loaded videos; only a failed page is reported.
  const hasFailed = error !== undefined && !isFetching && originalArgs?.after === next;
  const working = useMemo(() => (videos ?? []).filter((video) => !isSettled(video)), [videos]);
  const load = useCallback(() => {
    if (next !== null) dispatch(loadMoreOfLibrary(userId, next));
  }, [dispatch, userId, next]);
  const loadMore = useCallback(() => {
    if (!isFetching && !hasFailed) load();
  }, [isFetching, hasFailed, load]);

  if (!videos) {
    return (
      <>
        <LibraryHeading membership={membership} />
        {error ? (
          <LoadError error={error} fallback={words.loadFailed} onRetry={() => void refetch()} />
        ) : (
          <Skeletons label={words.loading} />
        )}
      </>
    );
  }
  const total = Math.max(data.total ?? 0, videos.length);
  return (
    <>
      <LibraryHeading membership={membership} total={total} />
      {working.map((video) => (
        <FollowVideo key={video.uploadId} video={video} followed={working.length} />
      ))}
      {videos.length === 0 ? <EmptyLibrary canUpload={canUpload} membership={membership} /> : null}
      <VideoGrid
        videos={videos}
        total={total}
        isLoadingMore={isFetching}
        onNearEnd={loadMore}
        entriesOf={entriesOf}
      />
      {hasFailed ? (
        <chakra.div mt="12">
          <LoadError error={error} fallback={words.moreFailed} onRetry={load} />
        </chakra.div>
      ) : null}
      {next !== null && !hasFailed ? (
        <chakra.div mt="12">
          <Skeletons label={words.shown(videos.length, total)} />
        </chakra.div>
      ) : null}
    </>
  );
}
