import type { VideoRecord } from '@vault/contracts';
import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ClipRequestsContext } from '../../../components/player/clip-requests.ts';
import type { ClipRequests, TimeRange } from '../../../components/player/clip-requests.ts';
import { usePlayback } from '../../../components/player/playback.ts';
import { chapterSpans, restOfChapter, spanAt } from '../../../lib/video/chapter-spans.ts';
import { formatDuration } from '../../../lib/format/format-time.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import type { ToastStyle } from '../../../components/ui/toasts/toasts.ts';
import { ClipCutter, canBeCut } from './clip-cutter.tsx';
import { WordsDialog } from './words-dialog.tsx';

interface ClipHostProps {
  video: VideoRecord;
  toast: ToastStyle;
  children: ReactNode;
}

/** Opens the clip popup for any component of a video page. The player pauses while it is open. */
export function ClipHost({ video, toast, children }: ClipHostProps) {
  const playback = usePlayback();
  const [requested, setRequested] = useState<TimeRange | null>(null);
  const [words, setWords] = useState<TimeRange | null>(null);
  /** The marked start of the next clip, in seconds; kept until the clip is cut. */
  const marked = useRef<number | null>(null);
  const { chapters, duration } = video;

  const requests = useMemo<ClipRequests>(() => {
    const spans = chapterSpans(chapters, duration);
    const open = (timeRange: TimeRange) => {
      playback.pause();
      setRequested(timeRange);
    };
    return {
      open,
      openWords: (range) => {
        playback.pause();
        setWords(range);
      },
      openHere: () => open(restOfChapter(playback.time, spans, duration)),
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
        open({ from: from ?? 0, to });
      },
    };
  }, [playback, chapters, duration, toast]);

  return (
    <ClipRequestsContext value={canBeCut(video) ? requests : null}>
      {children}
      {requested ? (
        <ClipCutter
          video={video}
          timeRange={requested}
          playback={playback}
          toast={toast}
          onCut={() => {
            marked.current = null;
          }}
          onClose={() => setRequested(null)}
        />
      ) : null}
      {words ? (
        <WordsDialog video={video} words={words} playback={playback} onClose={() => setWords(null)} />
      ) : null}
    </ClipRequestsContext>
  );
}
