import type { VideoRecord } from '@vault/contracts';
import { useEffect, useMemo, useState } from 'react';
import { errorStatus } from '../../api/error-message.ts';
import { withKnownChapters } from '../../api/known-chapters.ts';
import { videosApi } from '../../api/videos-api.ts';
import { pollingInterval } from './polling-interval.ts';

export interface PolledVideo {
  readonly video: VideoRecord | undefined;
  /** There is none, or it is somebody else's. */
  readonly isMissing: boolean;
  /** The last answer was none. */
  readonly isUnreachable: boolean;
}

interface Asked {
  /** Undefined before the first. */
  readonly requestId?: string | undefined;
  readonly isFetching: boolean;
  readonly isError: boolean;
}

/** How often in a row nobody answered. */
function useFailures({ requestId, isFetching, isError }: Asked): number {
  const [known, setKnown] = useState<{ answered: string | undefined; failures: number }>({
    answered: undefined,
    failures: 0,
  });
  // Each request counts once, when it has ended.
  if (!isFetching && requestId !== known.answered)
    setKnown({ answered: requestId, failures: isError ? known.failures + 1 : 0 });
  return known.failures;
}

const longWaitMs = 10 * 60_000;

/** Whether somebody has waited here for long. */
function useLongWait(): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setLong(true);
    }, longWaitMs);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return isLong;
}

/** The video with the chapters that were read last, while they cannot be read. */
function useKnownChapters(video: VideoRecord | undefined): VideoRecord | undefined {
  const [known, setKnown] = useState<VideoRecord>();
  if (video && !video.chaptersMissing && video !== known) setKnown(video);
  return useMemo(() => video && withKnownChapters(video, known), [video, known]);
}

/** One video, asked for again and again until its chapters are here, and while something is being written for it. */
export function usePolledVideo(id: string): PolledVideo {
  const asked = videosApi.endpoints.video.useQueryState(id);
  const video = useKnownChapters(asked.currentData);
  const isIncomplete = video?.chaptersMissing === true;
  const failures = useFailures({ ...asked, isError: asked.isError || isIncomplete });
  const isLong = useLongWait();
  const isMissing = !video && errorStatus(asked.error) === 404;
  const hasChapters = video !== undefined && video.chapters.length > 0;
  const isWanted = !isMissing && (!hasChapters || isIncomplete || video.operations.length > 0);
  videosApi.endpoints.video.useQuerySubscription(id, {
    // A page that nobody looks at asks nothing.
    skipPollingIfUnfocused: true,
    pollingInterval: isWanted ? pollingInterval({ failures, isLong: isLong && !hasChapters }) : 0,
    refetchOnMountOrArgChange: true,
  });
  // Who is refused is about to be led to sign-in.
  const isRefused = [401, 403].includes(errorStatus(asked.error) ?? 0);
  return { video, isMissing, isUnreachable: failures > 0 && !isRefused && !isIncomplete };
}
