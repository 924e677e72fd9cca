import { chakra } from '@chakra-ui/react';
import { useCallback } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { loadMoreOfLibrary, useListVideosQuery } from '../../../api/library-api.ts';
import { Button } from '../../../components/ui/button.tsx';
import { useAppDispatch } from '../../../store/hooks.ts';
import type { CardEntries } from '../model/card-entries.ts';
import { useFollowListed } from '../model/card-generations.ts';
import { FollowVideos } from './follow-videos.tsx';
import { LibraryHeading } from './library-heading.tsx';
import { libraryStrings as strings } from '../library.strings.ts';
import type { Membership } from '../model/membership.ts';
import { VideoGrid } from './video-grid.tsx';
import { ChapterStrip, spansOf } from '../../../components/video/chapter-strip.tsx';
import { PageTitle, MutedText } from '../../../components/ui/muted-text.ts';
import { SkeletonBlock } from '../../../components/ui/skeleton-block.tsx';
import { useMay } from '../../../api/workspaces/permissions.ts';

const steps = [
  { title: 'Upload', text: 'You can pause it. It resumes automatically after a lost connection.' },
  { title: 'Transcript', text: 'A few minutes later you can read and search every word.' },
  {
    title: 'Chapters',
    text: 'Each has a title, a summary and quotes with the times at which they were said.',
  },
] as const;

/** A sample strip. */
const spans = spansOf([400, 755, 710, 615]);

/** The empty state of the library: the steps from an upload to chapters. */
function EmptyLibrary({ canUpload, membership }: { canUpload: boolean; membership: Membership }) {
  const { videoLimit } = membership;
  const mayUpload = useMay()('upload');
  if (!mayUpload)
    return (
      <chakra.section maxWidth="560px" pt={{ base: '2', md: '6' }}>
        <PageTitle as="h2" mb="3">
          This library is empty
        </PageTitle>
        <chakra.p color="ink.muted" mb="6">
          The recorded webinars of the team will be listed here with their chapters and quotes.
        </chakra.p>
        <ChapterStrip spans={spans} />
      </chakra.section>
    );
  return (
    <chakra.section maxWidth="560px" pt={{ base: '2', md: '6' }}>
      <PageTitle as="h2" mb="3">
        Your library is empty
      </PageTitle>
      <chakra.p color="ink.muted" mb="6">
        {canUpload
          ? 'Drop a recorded webinar on the uploader. Three steps follow:'
          : 'Your recorded webinars will be listed here with their chapters and quotes.'}
      </chakra.p>
      <ChapterStrip spans={spans} />
      <chakra.ol mt="6" mb="0">
        {steps.map(({ title, text }, index) => (
          <chakra.li
            key={title}
            display="grid"
            gridTemplateColumns="32px minmax(0, 1fr)"
            py="4"
            borderTopWidth="1px"
          >
            <chakra.span fontFamily="quote" fontSize="lg" color="ink.muted" fontVariantNumeric="tabular-nums">
              {index + 1}
            </chakra.span>
            <div>
              <chakra.h3 fontSize="md" fontWeight="strong">
                {title}
              </chakra.h3>
              <MutedText>{text}</MutedText>
            </div>
          </chakra.li>
        ))}
      </chakra.ol>
      {canUpload ? (
        <MutedText borderTopWidth="1px" pt="4">
          Video or audio in any common format, up to 3 hours each.{' '}
          {videoLimit === undefined ? '' : `Your plan allows ${String(videoLimit)} videos at a time.`}
        </MutedText>
      ) : null}
    </chakra.section>
  );
}

/** The skeleton of a card, with the size of the card. */
function CardSkeleton() {
  return (
    <div aria-hidden>
      <SkeletonBlock aspectRatio="16 / 9" borderRadius="media" />
      <SkeletonBlock height="6px" mt="3" />
      <SkeletonBlock height="24px" width="64%" mt="10" />
      <SkeletonBlock height="16px" width="88%" mt="3" />
      <SkeletonBlock height="16px" width="28%" mt="5" />
    </div>
  );
}

/** A list older than this is fetched again when the page is opened: other pages do not follow all its videos. */
const freshSeconds = 2;

function Skeletons({ label }: { label: string }) {
  return (
    <chakra.div
      role="status"
      aria-label={label}
      aria-busy="true"
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
      columnGap={{ base: '6', lg: '8' }}
      rowGap="12"
    >
      <CardSkeleton />
      <CardSkeleton />
    </chakra.div>
  );
}

/** An error message with a retry button. */
function LoadError({ error, fallback, onRetry }: { error: unknown; fallback: string; onRetry: () => void }) {
  return (
    <chakra.div role="alert" display="grid" gap="4" justifyItems="start">
      <chakra.p>{errorMessage(error, fallback)}</chakra.p>
      <Button onClick={onRetry}>{strings.tryAgain}</Button>
    </chakra.div>
  );
}

interface LibraryGridProps {
  userId: string;
  membership: Membership;
  /** Affects only the text of an empty library. */
  canUpload: boolean;
  /** The session is still being checked: nothing is loaded yet. */
  isPaused: boolean;
  /** Further entries of each card's menu. */
  entriesOf?: CardEntries;
}

/** All videos of the signed-in user, newest first, loaded in pages of 100 while scrolling. */
export function LibraryGrid({ userId, membership, canUpload, isPaused, entriesOf }: LibraryGridProps) {
  const dispatch = useAppDispatch();
  const { data, error, refetch, isFetching, originalArgs, fulfilledTimeStamp } = useListVideosQuery(
    { userId, after: '' },
    { skip: isPaused, refetchOnMountOrArgChange: freshSeconds },
  );
  const videos = data?.videos;
  const next = data?.next ?? null;
  useFollowListed(videos);
  // A failed refresh keeps the loaded videos; only a failed page is reported.
  const hasFailed = error !== undefined && !isFetching && originalArgs?.after === next;
  const load = useCallback(() => {
    if (next !== null) void dispatch(loadMoreOfLibrary(userId, next));
  }, [dispatch, userId, next]);
  const loadMore = useCallback(() => {
    if (!isFetching && !hasFailed) load();
  }, [isFetching, hasFailed, load]);

  if (!videos) {
    return (
      <>
        <LibraryHeading membership={membership} />
        {error ? (
          <LoadError
            error={error}
            fallback="The library could not be loaded."
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeletons label="Loading the library" />
        )}
      </>
    );
  }
  const total = Math.max(data.total ?? 0, videos.length);
  return (
    <>
      <LibraryHeading membership={membership} total={total} />
      <FollowVideos videos={videos} readAt={fulfilledTimeStamp} onOutdated={() => void refetch()} />
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
          <LoadError error={error} fallback="More videos could not be loaded." onRetry={load} />
        </chakra.div>
      ) : null}
      {next !== null && !hasFailed ? (
        <chakra.div mt="12">
          <Skeletons
            label={`Showing ${videos.length.toLocaleString('en')} of ${total.toLocaleString('en')} videos`}
          />
        </chakra.div>
      ) : null}
    </>
  );
}
