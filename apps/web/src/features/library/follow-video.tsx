import { useEffect } from 'react';
import type { LibraryVideo } from '../../api/library-api.ts';
import { useLazyVideoQuery } from '../../api/videos-api.ts';

/** The first thumbnail is awaited every second; later steps take longer and are asked about less often. */
const thumbnailCheckMs = 1000;
const stepCheckMs = 2000;
const longestCheckMs = 30_000;

/** Whether anything is still to come by itself. */
export function isSettled({ type, state, chaptersMissing }: LibraryVideo): boolean {
  return type !== 'uploading' && !chaptersMissing && (state === 'ready' || state === 'failed');
}

/** Resolves at once when the page can be seen, else when it can be seen again. */
function whenSeen(signal: AbortSignal): Promise<void> {
  if (document.visibilityState !== 'hidden') return Promise.resolve();
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState !== 'hidden') resolve();
    };
    document.addEventListener('visibilitychange', look, { signal });
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
 * Keeps one card up to date while its video is being worked on, wherever the card is scrolled to. Rests while the tab
 * is out of sight, and asks ever more rarely while the server has no answer.
 */
export function FollowVideo({ video, followed }: { video: LibraryVideo; followed: number }) {
  const [ask] = useLazyVideoQuery();
  const { uploadId } = video;
  // Many at once take turns, so that a full library is no storm.
  const everyMs = video.thumbnail ? stepCheckMs * Math.ceil(followed / 4) : thumbnailCheckMs;

  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const follow = async () => {
      for (let failures = 0; !signal.aborted;) {
        await pause(Math.min(longestCheckMs, everyMs * 2 ** failures), signal);
        await whenSeen(signal);
        const { isError, data } = await ask(uploadId);
        failures = isError || data?.chaptersMissing ? failures + 1 : 0;
      }
    };
    void follow();
    return () => {
      ending.abort();
    };
  }, [ask, uploadId, everyMs]);

  return null;
}
