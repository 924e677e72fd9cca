import type { LibraryVideo } from '../../api/library-api.ts';
import { useVideoQuery } from '../../api/videos-api.ts';

/** The first thumbnail is awaited every second; later steps take longer and are asked less often. */
const thumbnailCheckMs = 1000;
const stepCheckMs = 2000;

function isSettled(video: LibraryVideo): boolean {
  return video.type !== 'uploading' && (video.state === 'ready' || video.state === 'failed');
}

/** Keeps a card up to date while its video is being worked on. Rests while the tab is out of sight. */
export function useFollowVideo(video: LibraryVideo): void {
  useVideoQuery(video.uploadId, {
    skip: isSettled(video),
    pollingInterval: video.thumbnail ? stepCheckMs : thumbnailCheckMs,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
}
