import type { VideoRecord } from '@vault/contracts';
import { ClipButton } from '../features/clips/clip-button.tsx';
import { canBeCut } from '../features/clips/clip-cutter.tsx';
import { ExportMenu } from '../features/export/export-menu.tsx';
import { ScreenshotButton } from '../features/screenshot/screenshot-button.tsx';

const toast = { durationMs: 3000, place: 'top' } as const;

interface VideoToolsProps {
  video: VideoRecord;
  /** The player's position in seconds. */
  currentTime: () => number;
}

/** What can be taken out of a video, beside its player. */
export function VideoTools({ video, currentTime }: VideoToolsProps) {
  const { thumbnail, duration } = video;
  return (
    <>
      {canBeCut(video) ? <ClipButton video={video} currentTime={currentTime} toast={toast} /> : null}
      {thumbnail && duration > 0 ? (
        <ScreenshotButton thumbnail={thumbnail} duration={duration} currentTime={currentTime} toast={toast} />
      ) : null}
      <ExportMenu video={video} toast={toast} />
    </>
  );
}
