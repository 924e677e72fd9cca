import type { VideoRecord } from '@vault/contracts';
import { use, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { MomentActionsContext } from '../../../components/player/moment-actions.ts';
import type { ClipRequests } from '../../../components/player/moment-actions.ts';
import { usePlayback } from '../../../components/player/playback.ts';
import { chapterSpans, restOfChapter, spanAt } from '../../../lib/video/chapter-spans.ts';
import { formatDuration } from '../../../lib/format/format-duration.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import type { ToastStyle } from '../../../components/ui/toasts/toasts.ts';
import { ClipDialog, canBeCut } from './clip-dialog.tsx';
import type { ClipRequest } from './clip-dialog.tsx';
import { useMay } from '../../../api/workspaces/permissions.ts';

interface ClipHostProps {
  video: VideoRecord;
  toast: ToastStyle;
  children: ReactNode;
}

/** Opens the clip dialog for any component of a video page. The player pauses while it is open. */
export function ClipHost({ video, toast, children }: ClipHostProps) {
  const playback = usePlayback();
  const [request, setRequest] = useState<ClipRequest | null>(null);
  /** The marked start of the next clip, in seconds; kept until the clip is cut. */
  const marked = useRef<number | null>(null);
  const { chapters, duration } = video;

  const requests = useMemo<ClipRequests>(() => {
    const spans = chapterSpans(chapters, duration);
    const open = (opened: ClipRequest) => {
      playback.pause();
      setRequest(opened);
    };
    return {
      open: (timeRange) => open({ timeRange }),
      openWords: (words) => open({ words }),
      openHere: () => open({ timeRange: restOfChapter(playback.time, spans, duration) }),
      markIn: () => {
        marked.current = playback.time;
        showToast({
          kind: 'info',
          text: `Cue in at ${formatDuration(playback.time)}. Press O where the clip ends.`,
          ...toast,
        });
      },
      markOut: () => {
        const to = playback.time;
        const isBefore = marked.current !== null && marked.current < to;
        const from = isBefore ? marked.current : spans[spanAt(spans, to)]?.from;
        open({ timeRange: { from: from ?? 0, to } });
      },
    };
  }, [playback, chapters, duration, toast]);
  const outer = use(MomentActionsContext);
  const mayCut = useMay()('library.edit');
  const clips = mayCut && canBeCut(video) ? requests : null;
  const actions = useMemo(() => ({ ...outer, clips }), [outer, clips]);

  return (
    <MomentActionsContext value={actions}>
      {children}
      {request ? (
        <ClipDialog
          video={video}
          request={request}
          playback={playback}
          toast={toast}
          onCut={() => {
            marked.current = null;
          }}
          onClose={() => setRequest(null)}
        />
      ) : null}
    </MomentActionsContext>
  );
}
