import type { VideoRecord } from '@vault/contracts';
import { Camera, Download, Ellipsis, LayoutList, Link2 } from 'lucide-react';
import { useContext, useState } from 'react';
import { hasUnreadChapters } from '../api/chapters-fallback.ts';
import { MomentActionsContext, useCopyLink, useOwnLinkLabel } from '../components/player/moment-actions.ts';
import { usePlayback } from '../components/player/playback.ts';
import { ActionMenu } from '../components/ui/action-menu.tsx';
import type { MenuEntry } from '../components/ui/action-menu.tsx';
import type { ToastStyle } from '../components/ui/toasts/toasts.ts';
import { ClipButton } from '../features/clips/components/clip-button.tsx';
import { useExport } from '../features/export/components/use-export.tsx';
import { ShareHereButton } from '../features/moments/components/share-here-button.tsx';
import { ScreenshotPopup } from '../features/screenshot/components/screenshot-popup.tsx';

interface VideoToolsProps {
  video: VideoRecord;
  toast: ToastStyle;
}

/** The tools of a video: clip, link, and a menu with the others. */
export function VideoTools({ video, toast }: VideoToolsProps) {
  const { thumbnail, duration } = video;
  const playback = usePlayback();
  const copyLink = useCopyLink();
  const linkLabel = useOwnLinkLabel();
  const { sharing } = useContext(MomentActionsContext);
  const exports = useExport(video, toast);
  const [isScreenshot, setScreenshot] = useState(false);
  const entries: MenuEntry[] = [];
  if (thumbnail && duration > 0)
    entries.push({
      label: 'Screenshot…',
      icon: Camera,
      onSelect: () => {
        playback.pause();
        setScreenshot(true);
      },
    });
  if (copyLink) entries.push({ label: linkLabel, icon: Link2, onSelect: () => copyLink(playback.time) });
  if (sharing) entries.push({ label: 'Shared links…', icon: LayoutList, onSelect: sharing.openLinks });
  if (!hasUnreadChapters(video)) entries.push({ label: 'Export', icon: Download, entries: exports.entries });
  return (
    <>
      <ClipButton />
      <ShareHereButton video={video} />
      <ActionMenu label="Export and more" word="More" icon={Ellipsis} entries={entries} />
      {exports.dialog}
      {isScreenshot ? (
        <ScreenshotPopup
          thumbnail={thumbnail}
          duration={duration}
          toast={toast}
          currentTime={() => playback.time}
          onClose={() => setScreenshot(false)}
        />
      ) : null}
    </>
  );
}
