import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import { ChapterStrip, StripMark } from '../../../components/video/chapter-strip.tsx';
import { spanAt } from '../../../lib/video/chapter-spans.ts';
import type { ChapterSpan } from '../../../lib/video/chapter-spans.ts';
import { formatDuration } from '../../../lib/format/format-duration.ts';
import { usePlayback, usePlaybackValue } from '../../../components/player/playback.ts';

function Playhead({ duration }: { duration: number }) {
  const permille = usePlaybackValue((seconds) => Math.round((seconds / Math.max(1, duration)) * 1000));
  return <StripMark from={permille / 1000} />;
}

/** The gap between segments. Smaller with many chapters, so that the segments stay visible. */
function gapOf(count: number): string {
  if (count > 100) return '0';
  return count > 30 ? '1px' : '2px';
}

interface PlayheadStripProps {
  spans: readonly ChapterSpan[];
  /** Seconds. */
  duration: number;
  /** Receives the element over the strip, of the same size, that holds the handles of the chapters. */
  onHandlePlace: (place: HTMLElement | null) => void;
}

/** The chapter strip under the player with the playhead. A click plays a chapter. For the pointer only. */
export function PlayheadStrip({ spans, duration, onHandlePlace }: PlayheadStripProps) {
  const playback = usePlayback();
  const active = usePlaybackValue((seconds) => spanAt(spans, seconds));
  const titled = useMemo(
    () => spans.map((span) => ({ ...span, title: `${formatDuration(span.from)}  ${span.title}` })),
    [spans],
  );
  return (
    <chakra.div position="relative">
      <ChapterStrip
        data-drawn="playhead"
        spans={titled}
        chosen={active}
        height="20px"
        gap={gapOf(spans.length)}
        css={{ '--idle': '6px', '--now': '10px' }}
        onChoose={(index) => playback.seek(spans[index]?.from ?? 0)}
      >
        <Playhead duration={duration} />
      </ChapterStrip>
      <chakra.div ref={onHandlePlace} position="absolute" inset="0" pointerEvents="none" />
    </chakra.div>
  );
}
