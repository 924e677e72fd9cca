import type { VideoRecord } from '@vault/contracts';
import { Camera, Download, Ellipsis, FolderInput, LayoutList, Link2 } from 'lucide-react';
import { useContext, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { hasUnreadChapters } from '../api/chapters-fallback.ts';
import { MomentActionsContext, useCopyLink, useOwnLinkLabel } from '../components/player/moment-actions.ts';
import { usePlayback } from '../components/player/playback.ts';
import { ActionMenu } from '../components/ui/action-menu.tsx';
import type { MenuEntry } from '../components/ui/action-menu.tsx';
import type { ToastStyle } from '../components/ui/toasts/toasts.ts';
import { ClipButton } from '../features/clips/components/clip-button.tsx';
import { useExport } from '../features/export/components/use-export.tsx';
import { ShareHereButton } from '../features/moments/components/share-here-button.tsx';
import { MoveDialog } from '../features/moving/components/move-dialog.tsx';
import { useMoveTargets } from '../features/moving/model/use-move-targets.ts';
import { movingStrings } from '../features/moving/moving.strings.ts';
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
  const targets = useMoveTargets();
  const [isMoving, setMoving] = useState(false);
  const navigate = useNavigate();
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
  if (targets.length > 0)
    entries.push({
      label: `${movingStrings.title}…`,
      icon: FolderInput,
      heading: '',
      onSelect: () => {
        playback.pause();
        setMoving(true);
      },
    });
  return (
    <>
      <ClipButton />
      <ShareHereButton video={video} />
      <ActionMenu label="Export and more" word="More" icon={Ellipsis} entries={entries} />
      {exports.dialog}
      {isMoving ? (
        <MoveDialog
          video={video}
          targets={targets}
          onClose={(hasMoved) => {
            setMoving(false);
            if (hasMoved) void navigate('/asset/view');
          }}
        />
      ) : null}
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
