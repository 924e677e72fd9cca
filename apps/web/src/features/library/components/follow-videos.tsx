import { useEffect, useEffectEvent } from 'react';
import { errorStatus } from '../../../api/http/error-message.ts';
import { isRemoved } from '../../../api/library-api.ts';
import type { LibraryVideo } from '../../../api/merge-library.ts';
import { isOlder } from '../../../api/change-stream.ts';
import type { Change, VideoChange } from '../../../api/change-stream.ts';
import { followChanges, useLiveChanges } from '../../../api/live-changes.ts';
import { useLazyVideoQuery, videosApi } from '../../../api/videos-api.ts';
import { backOff } from '../../../api/http/back-off.ts';
import { useAppDispatch } from '../../../store/hooks.ts';

/** Poll every second until there is a thumbnail. Later steps take longer and are polled less often. */
const thumbnailCheckMs = 1000;
const stepCheckMs = 2000;
/** While changes are reported, polls only replace a report that was lost. */
const whileReportedMs = 30_000;
/** A reset soon after the list was read changes nothing. */
const freshMs = 2000;
/** Videos that are not in the list, of which changes were reported. */
const maxUnknown = 1000;

/** Whether processing has ended, so that the video does not change without an action. */
function isSettled({ type, state, chaptersMissing }: LibraryVideo): boolean {
  return type !== 'uploading' && !chaptersMissing && (state === 'ready' || state === 'failed');
}

/** Resolves when the page is visible. */
function untilVisible(signal: AbortSignal): Promise<void> {
  if (document.visibilityState !== 'hidden') return Promise.resolve();
  return new Promise((resolve) => {
    const check = () => {
      if (document.visibilityState !== 'hidden') resolve();
    };
    document.addEventListener('visibilitychange', check, { signal });
  });
}

interface FollowVideoProps {
  video: LibraryVideo;
  /** How many videos are followed. */
  followed: number;
  areChangesLive: boolean;
}

/**
 * Reads a video when it changes while it is being processed, also when its card is not rendered. Polls it while changes
 * are not reported, except while the tab is hidden, and backs off while the server does not answer.
 */
function FollowVideo({ video, followed, areChangesLive }: FollowVideoProps) {
  const [refresh] = useLazyVideoQuery();
  const { id, uploadId } = video;
  // The more videos are followed, the less often each is polled.
  const everyMs = video.thumbnail ? stepCheckMs * Math.ceil(followed / 4) : thumbnailCheckMs;

  const isLive = useEffectEvent(() => areChangesLive);
  const isOutdatedBy = useEffectEvent(
    (change: VideoChange) => change.videoId === id && isOlder(video, change),
  );

  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    let isReading = false;
    let changes = 0;
    const readAfter = (ms: number) => {
      clearTimeout(timer);
      if (!signal.aborted) timer = setTimeout(() => void read(), ms);
    };
    const read = async () => {
      isReading = true;
      const before = changes;
      await untilVisible(signal);
      const { isError, data } = await refresh(uploadId);
      isReading = false;
      failures = isError || data?.chaptersMissing ? failures + 1 : 0;
      // The progress of generations is not reported: it changes too often.
      const isReported = data?.state !== 'chaptering' && data?.operations.length === 0 && isLive();
      const waitMs = isReported && failures === 0 ? whileReportedMs : backOff(everyMs, failures);
      readAfter(changes === before ? waitMs : 0);
    };
    const unfollow = followChanges((change) => {
      const isGeneral = typeof change === 'string';
      if (!isGeneral && !isOutdatedBy(change)) return;
      changes += 1;
      // After a reset as if it was polled: there may be many videos.
      if (!isReading) readAfter(isGeneral ? backOff(everyMs, failures) : 0);
    });
    readAfter(everyMs);
    return () => {
      abort.abort();
      clearTimeout(timer);
      unfollow();
    };
  }, [refresh, id, uploadId, everyMs]);

  return null;
}

interface Followed {
  readonly videos: readonly LibraryVideo[];
  /** When the list was read, in milliseconds since the epoch. */
  readonly readAt: number | undefined;
  /** Reads the list again. */
  readonly onOutdated: () => void;
}

/** Keeps the cards up to date: those that are being processed, and those that change elsewhere. */
export function FollowVideos({ videos, readAt = 0, onOutdated }: Followed) {
  const dispatch = useAppDispatch();
  const areChangesLive = useLiveChanges();
  const working = videos.filter((video) => !isSettled(video));
  const readSettled = async ({ uploadId }: LibraryVideo) => {
    const { error } = await dispatch(
      videosApi.endpoints.video.initiate(uploadId, { forceRefetch: true, subscribe: false }),
    );
    // Deleted elsewhere.
    if (errorStatus(error) === 404) onOutdated();
  };
  const onChange = useEffectEvent((change: Change, unknown: Map<string, number>) => {
    if (change === 'lost') return;
    // The read is refused, which ends the session on this page.
    if (change === 'refused') {
      onOutdated();
      return;
    }
    if (change === 'reset') {
      unknown.clear();
      if (Date.now() - readAt > freshMs) onOutdated();
      return;
    }
    const video = videos.find(({ id }) => id === change.videoId);
    if (video) {
      if (isSettled(video) && isOlder(video, change)) void readSettled(video);
      return;
    }
    if (isRemoved(change.videoId)) return;
    // New, or further down in the library. Read with its second report: an own upload is in the list by then.
    const reports = (unknown.get(change.videoId) ?? 0) + 1;
    if (reports === 1 && unknown.size >= maxUnknown) return;
    unknown.set(change.videoId, reports);
    if (reports === 2) onOutdated();
  });
  useEffect(() => {
    const unknown = new Map<string, number>();
    return followChanges((change) => onChange(change, unknown));
  }, []);
  const shared = { followed: working.length, areChangesLive };
  return working.map((video) => <FollowVideo key={video.uploadId} video={video} {...shared} />);
}
