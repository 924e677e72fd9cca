import type { VideoRecord } from '@vault/contracts';
import { hasUnreadChapters } from '../api/chapters-fallback.ts';
import { CopyLinkHere } from '../components/player/copy-link.tsx';
import { ClipButton } from '../features/clips/components/clip-button.tsx';
import { ShareHereButton, SharedLinksButton } from '../features/moments/components/moment-buttons.tsx';
import { ExportMenu } from '../features/export/components/export-menu.tsx';
import { ScreenshotButton } from '../features/screenshot/components/screenshot-button.tsx';
import type { ToastStyle } from '../components/ui/toasts/toasts.ts';

interface VideoToolsProps {
  video: VideoRecord;
  toast: ToastStyle;
}

/** The tools of a video: clip, screenshot, links, export. */
export function VideoTools({ video, toast }: VideoToolsProps) {
  const { thumbnail, duration } = video;
  return (
    <>
      <ClipButton />
      {thumbnail && duration > 0 ? (
        <ScreenshotButton thumbnail={thumbnail} duration={duration} toast={toast} />
      ) : null}
      <ShareHereButton video={video} />
      <CopyLinkHere />
      <SharedLinksButton />
      {hasUnreadChapters(video) ? null : <ExportMenu video={video} toast={toast} />}
    </>
  );
}
