import { chakra } from '@chakra-ui/react';
import { errorMessage } from '../../api/error-message.ts';
import { useListVideosQuery } from '../../api/library-api.ts';
import { Button } from '../../components/button.tsx';
import type { CardEntries } from './card-entries.ts';
import { CardSkeleton } from './card-skeleton.tsx';
import { EmptyLibrary } from './empty-library.tsx';
import { libraryStrings as words } from './library.strings.ts';
import { VideoCard } from './video-card.tsx';

const Grid = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
    columnGap: { base: '6', lg: '8' },
    rowGap: '12',
  },
});

interface LibraryGridProps {
  userId: string;
  /** Only changes what an empty library says. */
  canUpload: boolean;
  /** The session is still being checked: nothing is asked for yet. */
  isHeld: boolean;
  /** Further entries of each card's menu. */
  entriesOf?: CardEntries;
}

/** All videos of the signed-in user, newest first. */
export function LibraryGrid({ userId, canUpload, isHeld, entriesOf }: LibraryGridProps) {
  const { data: videos, error, refetch } = useListVideosQuery(userId, { skip: isHeld });

  if (!videos && !error) {
    return (
      <Grid aria-busy="true">
        <CardSkeleton />
        <CardSkeleton />
      </Grid>
    );
  }
  if (!videos) {
    return (
      <chakra.div role="alert" display="grid" gap="4" justifyItems="start">
        <chakra.p>{errorMessage(error, words.loadFailed)}</chakra.p>
        <Button onClick={() => void refetch()}>{words.tryAgain}</Button>
      </chakra.div>
    );
  }
  if (videos.length === 0) return <EmptyLibrary canUpload={canUpload} />;
  return (
    <Grid>
      {videos.map((video) => (
        <VideoCard key={video.uploadId} video={video} entriesOf={entriesOf} />
      ))}
    </Grid>
  );
}
