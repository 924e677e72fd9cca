import type { VideoRecord } from '@vault/contracts';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { errorStatus } from '../../../api/http/error-message.ts';
import { withEarlierChapters } from '../../../api/chapters-fallback.ts';
import { isOlder } from '../../../api/change-stream.ts';
import type { Change } from '../../../api/change-stream.ts';
import { followChanges, useLiveChanges } from '../../../api/live-changes.ts';
import { videosApi } from '../../../api/videos-api.ts';
import { pollingInterval } from './polling-interval.ts';

export interface PolledVideo {
  readonly video: VideoRecord | undefined;
  /** The video does not exist or belongs to another user. */
  readonly isMissing: boolean;
  /** It existed when it was read before: what was shown may hold what is not saved. */
  readonly isGone: boolean;
  /** The last request got no answer. */
  readonly isUnreachable: boolean;
}

interface QueryState {
  /** Undefined before the first request. */
  readonly requestId?: string | undefined;
  readonly isFetching: boolean;
  readonly isError: boolean;
}

/** Consecutive failed requests. */
function useFailures({ requestId, isFetching, isError }: QueryState): number {
  const [lastPoll, setLastPoll] = useState<{ answered: string | undefined; failures: number }>({
    answered: undefined,
    failures: 0,
  });
  // Count each request once, when it has ended.
  if (!isFetching && requestId !== lastPoll.answered)
    setLastPoll({ answered: requestId, failures: isError ? lastPoll.failures + 1 : 0 });
  return lastPoll.failures;
}

const longWaitMs = 10 * 60_000;

/** Whether the page has been open for ten minutes. */
function useLongWait(): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longWaitMs);
    return () => clearTimeout(timer);
  }, []);
  return isLong;
}

/** The video. Chapters that cannot be read now are replaced by those read last. */
function useEarlierChapters(video: VideoRecord | undefined): VideoRecord | undefined {
  const [videoWithChapters, setVideoWithChapters] = useState<VideoRecord>();
  if (video && !video.chaptersMissing && video !== videoWithChapters) setVideoWithChapters(video);
  return useMemo(() => video && withEarlierChapters(video, videoWithChapters), [video, videoWithChapters]);
}

/** A reset soon after a read reads nothing new. */
const freshMs = 2000;

/** Whether each change is reported. The progress of generations is not: it changes too often. */
function isReportedFor(video: VideoRecord | undefined): boolean {
  return video !== undefined && video.state !== 'chaptering' && video.operations.length === 0;
}

/** The steps before chapters are ready: a video with chapters is in them when other tracks of its file are prepared. */
const unfinished: readonly string[] = ['processing', 'captioning', 'chaptering'];

/** One video, read again when it changes; also polled until it has chapters and while an operation runs for it. */
export function usePolledVideo(id: string): PolledVideo {
  const query = videosApi.endpoints.video.useQueryState(id);
  const video = useEarlierChapters(query.currentData);
  const isIncomplete = video?.chaptersMissing === true;
  const failures = useFailures({ ...query, isError: query.isError || isIncomplete });
  const isLong = useLongWait();
  const hasChapters = video !== undefined && video.chapters.length > 0;
  const isNotFound = errorStatus(query.error) === 404;
  const [isMissing, isGone] = [isNotFound && !hasChapters, isNotFound && hasChapters];
  const isBusy = video !== undefined && (unfinished.includes(video.state) || video.operations.length > 0);
  const needsPolling = !isNotFound && (!hasChapters || isIncomplete || isBusy);
  const areChangesLive = useLiveChanges();
  const isReported = areChangesLive && isReportedFor(video);
  const { refetch } = videosApi.endpoints.video.useQuerySubscription(id, {
    // A hidden page does not poll.
    skipPollingIfUnfocused: true,
    pollingInterval: needsPolling
      ? pollingInterval({ failures, isLong: isLong && !hasChapters, isReported })
      : 0,
    refetchOnMountOrArgChange: true,
  });
  const onChange = useEffectEvent((change: Change) => {
    if (change === 'lost' || query.isUninitialized || isNotFound) return;
    const isFresh = !needsPolling && Date.now() - (query.fulfilledTimeStamp ?? 0) < freshMs;
    // A read that is refused ends the session on this page.
    const isOutdated =
      change === 'refused' ||
      (change === 'reset' ? !isFresh : change.videoId === video?.id && isOlder(video, change));
    if (isOutdated) void refetch();
  });
  useEffect(() => followChanges((change) => onChange(change)), []);
  // A refused request leads to the sign-in page.
  const isRefused = [401, 403].includes(errorStatus(query.error) ?? 0);
  return { video, isMissing, isGone, isUnreachable: failures > 0 && !isRefused && !isIncomplete };
}
