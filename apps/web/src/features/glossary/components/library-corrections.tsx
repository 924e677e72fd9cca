import { chakra } from '@chakra-ui/react';
import type { GlossaryPlace } from '@vault/contracts';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useGlossaryPlacesMutation } from '../../../api/glossary-api.ts';
import { errorMessage } from '../../../api/http/error-message.ts';
import { useCorrectLibraryMutation, useLibraryJob } from '../../../api/library-job-api.ts';
import { LibraryJobBar } from '../../../components/library-job/library-job-bar.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { MutedText, PageTitle } from '../../../components/ui/muted-text.ts';
import { SkeletonBlock } from '../../../components/ui/skeleton-block.tsx';
import { TextLink } from '../../../components/ui/text-link.tsx';
import { byVideo, changesOf, countLines, keyOf } from '../model/library-places.ts';
import { glossaryStrings as strings } from '../glossary.strings.ts';
import { Line } from '../../../components/ui/fields/line.ts';
import { LoadProblem } from '../../../components/ui/load-problem.tsx';
import { VideoPlaces } from './video-places.tsx';

function Skeletons() {
  return (
    <chakra.div role="status" aria-label="Looking through your videos" aria-busy="true">
      {[0, 1].map((video) => (
        <chakra.div key={video} display="grid" gap="3" py="4" borderTopWidth="1px">
          <SkeletonBlock height="20px" width="36%" />
          <SkeletonBlock height="16px" width="80%" />
          <SkeletonBlock height="16px" width="72%" />
        </chakra.div>
      ))}
    </chakra.div>
  );
}

interface Found {
  readonly places: readonly GlossaryPlace[];
  /** Where the rest begins; null: these are all. */
  readonly next: string | null;
  /** The last job before the search: another one has changed the places. */
  readonly jobId: string | undefined;
}

/** The places that were found, of which the user applies those that are chosen. */
function Places({
  found: { places, next },
  onMore,
  isLoading,
}: {
  found: Found;
  onMore: () => void;
  isLoading: boolean;
}) {
  const [correct, { isLoading: isStarting, error }] = useCorrectLibraryMutation();
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const videos = useMemo(() => byVideo(places), [places]);
  const choose = useCallback((own: readonly GlossaryPlace[], isChosen: boolean) => {
    setLeftOut((before) => {
      const keys = new Set(before);
      for (const place of own)
        if (isChosen) keys.delete(keyOf(place));
        else keys.add(keyOf(place));
      return keys;
    });
  }, []);
  const changes = changesOf(videos, (place) => !leftOut.has(keyOf(place)));
  const count = countLines(changes);
  return (
    <>
      <MutedText role="status" mb="3" fontVariantNumeric="tabular-nums">
        {strings.places(places.length, videos.length)}
      </MutedText>
      {videos.map((video) => (
        <VideoPlaces key={video.videoId} video={video} leftOut={leftOut} onChoose={choose} />
      ))}
      {next === null ? null : (
        <Line py="4" borderTopWidth="1px">
          <MutedText>There may be more lines than these.</MutedText>
          <Button size="small" isBusy={isLoading} onClick={onMore}>
            Find more
          </Button>
        </Line>
      )}
      <Line position="sticky" bottom="0" zIndex="1" py="3" bg="canvas" borderTopWidth="1px">
        <Button
          tone="primary"
          aria-disabled={count === 0}
          isBusy={isStarting}
          onClick={() => {
            const videos = changes.map((video) => ({ videoId: video.videoId, changes: [...video.changes] }));
            if (count > 0 && !isStarting) void correct({ videos });
          }}
        >
          {strings.apply(count)}
        </Button>
        <MutedText role="status" fontVariantNumeric="tabular-nums">
          {strings.chosen(count, places.length)}
        </MutedText>
        {error ? (
          <chakra.p role="alert" fontSize="sm" color="signal">
            {errorMessage(error, strings.failed)}
          </chakra.p>
        ) : null}
      </Line>
    </>
  );
}

/** The wrong forms in all videos, and their correction. */
export function LibraryCorrections() {
  const job = useLibraryJob();
  const jobId = job?.id;
  const [find, { isLoading, error }] = useGlossaryPlacesMutation();
  const [lastFound, setFound] = useState<Found | null>(null);
  const found = lastFound?.jobId === jobId ? lastFound : null;

  /** Finds the first part, or the one after others. */
  const look = (before: Found | null) => {
    void find(before?.next ? { after: before.next } : {}).then(({ data }) => {
      if (data) setFound({ places: [...(before?.places ?? []), ...data.places], next: data.next, jobId });
    });
  };
  const lookAgain = useEffectEvent(() => look(null));
  const isIdle = job !== undefined && job?.isRunning !== true;
  // A job that is running is shown instead of the places, and changes them.
  useEffect(() => {
    if (isIdle) lookAgain();
  }, [isIdle, jobId]);

  const content = () => {
    if (job?.isRunning) return null;
    const problem =
      error && !isLoading ? (
        <LoadProblem error={error} text={strings.notFound} onRetry={() => look(found)} />
      ) : null;
    if (!found) return problem ?? <Skeletons />;
    if (found.places.length === 0 && found.next === null)
      return <MutedText>Nothing to fix in your videos.</MutedText>;
    return (
      <>
        <Places found={found} isLoading={isLoading} onMore={() => look(found)} />
        {problem}
      </>
    );
  };

  return (
    <>
      <TextLink to="/glossary" fontSize="sm">
        Glossary
      </TextLink>
      <PageTitle tabIndex={-1} outline="none" letterSpacing="-0.01em" mt="2">
        {strings.applyTitle}
      </PageTitle>
      <MutedText mt="2" mb="6" maxWidth="65ch">
        Every line in your library that contains a misheard form from your glossary. Nothing changes until you
        apply it, and you can undo it for ten minutes. Captions, the search, and the titles, summaries and
        quotes that repeat these words follow.
      </MutedText>
      <LibraryJobBar />
      {content()}
    </>
  );
}
