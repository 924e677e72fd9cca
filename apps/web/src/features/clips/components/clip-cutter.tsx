import type { VideoRecord } from '@vault/contracts';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { BusyOverlay } from '../../../components/video/busy-overlay.tsx';
import type { TimeRange } from '../../../components/player/clip-requests.ts';
import type { Playback } from '../../../components/player/playback.ts';
import { chapterSpans } from '../../../lib/video/chapter-spans.ts';
import type { ToastStyle } from '../../../components/ui/toasts/toasts.ts';
import { ClipList } from './clip-list.tsx';
import { ClipPopup } from './clip-popup.tsx';
import { useAppDispatch } from '../../../store/hooks.ts';
import { orderClip } from '../model/clips.slice.ts';

/** The video that a clip is cut from. */
export type ClipSource = Pick<
  VideoRecord,
  'id' | 'assetId' | 'title' | 'thumbnail' | 'duration' | 'chapters'
>;

interface ClipCutterProps {
  video: ClipSource;
  /** The initial times of the popup; empty fields without it. */
  timeRange?: TimeRange;
  /** The player that the clip can be heard in, and whose position fills the times. */
  playback: Playback;
  /** The player itself, where the page shows none. */
  player?: ReactNode;
  toast: ToastStyle;
  /** Called when the server has accepted the clip. */
  onCut?: () => void;
  onClose: () => void;
}

/** Whether clips can be cut from a video. */
export function canBeCut({
  assetId,
  streamUrl,
  duration,
}: Pick<VideoRecord, 'assetId' | 'streamUrl' | 'duration'>) {
  return assetId !== '' && streamUrl !== '' && duration > 0;
}

/** Asks for the times of a clip, and covers the page until the server has accepted it. */
export function ClipCutter({ video, timeRange, playback, player, toast, onCut, onClose }: ClipCutterProps) {
  const dispatch = useAppDispatch();
  const [isCovered, setCovered] = useState(false);
  const spans = useMemo(() => chapterSpans(video.chapters, video.duration), [video.chapters, video.duration]);
  const uncover = () => setCovered(false);
  return (
    <>
      <ClipPopup
        thumbnail={video.thumbnail}
        duration={video.duration}
        chapters={spans}
        timeRange={timeRange}
        playback={playback}
        player={player}
        onCut={async (times) => {
          setCovered(true);
          const { assetId, title } = video;
          const isCut = await dispatch(orderClip({ assetId, title, times, toast }));
          uncover();
          if (isCut) onCut?.();
          return isCut;
        }}
        onClose={onClose}
      >
        <ClipList videoId={video.id} />
      </ClipPopup>
      {isCovered ? (
        <BusyOverlay
          title="Cutting the clip"
          hint="The server makes the clip, and it downloads automatically. You can keep working."
          leaveLabel="Continue in the background"
          onLeave={uncover}
        />
      ) : null}
    </>
  );
}
