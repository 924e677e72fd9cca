import { useEffect } from 'react';
import type { LibraryVideo } from '../../api/library.ts';
import { useLazyVideoQuery } from '../../api/videos-api.ts';

/** Poll every second until there is a thumbnail. Later steps take longer and are polled less often. */
const thumbnailCheckMs = 1000;
const stepCheckMs = 2000;
const maxCheckMs = 30_000;

/** Whether processing has ended, so that the video does not change without an action. */
export function isSettled({ type, state, chaptersMissing }: LibraryVideo): boolean {
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

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
    });
  });
}

/**
 * Polls a video while it is being processed, also when its card is not rendered. Pauses while the tab is hidden, and
 * backs off while the server does not answer.
 */
export function FollowVideo({ video, followed }: { video: LibraryVideo; followed: number }) {
  const [refresh] = useLazyVideoQuery();
  const { uploadId } = video;
  // The more videos are followed, the less often each is polled.
  const everyMs = video.thumbnail ? stepCheckMs * Math.ceil(followed / 4) : thumbnailCheckMs;

  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const follow = async () => {
      for (let failures = 0; !signal.aborted;) {
        await pause(Math.min(maxCheckMs, everyMs * 2 ** failures), signal);
        await untilVisible(signal);
        const { isError, data } = await refresh(uploadId);
        failures = isError || data?.chaptersMissing ? failures + 1 : 0;
      }
    };
    void follow();
    return () => {
      abort.abort();
    };
  }, [refresh, uploadId, everyMs]);

  return null;
}
