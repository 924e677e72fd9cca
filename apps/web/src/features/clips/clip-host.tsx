import type { VideoRecord } from '@vault/contracts';
import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ClipRequestsContext } from '../../components/player/clip-requests.ts';
import type { ClipRequests, Stretch } from '../../components/player/clip-requests.ts';
import { usePlayback } from '../../components/player/playback.ts';
import { chapterSpans, spanAt } from '../../lib/chapter-spans.ts';
import { formatDuration } from '../../lib/time-code.ts';
import { showToast } from '../../lib/toasts.ts';
import type { ToastStyle } from '../../lib/toasts.ts';
import { ClipCutter, canBeCut } from './clip-cutter.tsx';
import { clipStrings as words } from './clips.strings.ts';
import { restOfChapter } from './times-of.ts';

interface ClipHostProps {
  video: VideoRecord;
  toast: ToastStyle;
  children: ReactNode;
}

/** Cuts clips of the video on a page for whatever in it asks for one. The player pauses: what was heard is what is cut. */
export function ClipHost({ video, toast, children }: ClipHostProps) {
  const playback = usePlayback();
  const [asked, setAsked] = useState<Stretch | null>(null);
  /** Where the next clip begins, in seconds; kept until it is cut. */
  const marked = useRef<number | null>(null);
  const { chapters, duration } = video;

  const requests = useMemo<ClipRequests>(() => {
    const spans = chapterSpans(chapters, duration);
    const open = (stretch: Stretch) => {
      playback.pause();
      setAsked(stretch);
    };
    return {
      open,
      openHere: () => {
        open(restOfChapter(playback.time, spans, duration));
      },
      markIn: () => {
        marked.current = playback.time;
        showToast({ kind: 'info', text: words.markedIn(formatDuration(playback.time)), ...toast });
      },
      markOut: () => {
        const to = playback.time;
        const isBefore = marked.current !== null && marked.current < to;
        const from = isBefore ? marked.current : spans[spanAt(spans, to)]?.from;
        open({ from: from ?? 0, to });
      },
    };
  }, [playback, chapters, duration, toast]);

  return (
    <ClipRequestsContext value={canBeCut(video) ? requests : null}>
      {children}
      {asked ? (
        <ClipCutter
          video={video}
          stretch={asked}
          currentTime={() => playback.time}
          toast={toast}
          onCut={() => {
            marked.current = null;
          }}
          onClose={() => {
            setAsked(null);
          }}
        />
      ) : null}
    </ClipRequestsContext>
  );
}
