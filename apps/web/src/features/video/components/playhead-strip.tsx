import { chakra } from '@chakra-ui/react';
import { chapterHue } from '../../../components/video/chapter-hue.ts';
import { spanAt } from '../../../lib/video/chapter-spans.ts';
import type { ChapterSpan } from '../../../lib/video/chapter-spans.ts';
import { formatDuration } from '../../../lib/format/format-time.ts';
import { usePlayback, usePlaybackValue } from '../../../components/player/playback.ts';

const Segment = chakra('button', {
  base: {
    minWidth: '0',
    height: '20px',
    '& span': {
      display: 'block',
      height: '6px',
      borderRadius: '2px',
      opacity: 0.55,
      transition: 'height 150ms ease-out, opacity 150ms ease-out',
    },
    '&[data-now] span, &:hover span': { height: '10px', opacity: 1 },
  },
});

function Playhead({ duration }: { duration: number }) {
  const permille = usePlaybackValue((seconds) => Math.round((seconds / Math.max(1, duration)) * 1000));
  return (
    <chakra.span
      position="absolute"
      top="0"
      bottom="0"
      width="2px"
      ml="-1px"
      bg="signal"
      borderRadius="1px"
      pointerEvents="none"
      style={{ left: `${String(Math.min(1000, permille) / 10)}%` }}
    />
  );
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
  // The chapter list offers the same to the keyboard and to screen readers.
  return (
    <chakra.div position="relative">
      <chakra.div
        aria-hidden
        data-drawn="playhead"
        position="relative"
        display="flex"
        alignItems="center"
        height="20px"
        style={{ gap: gapOf(spans.length) }}
      >
        {spans.map((span) => (
          <Segment
            key={span.index}
            type="button"
            tabIndex={-1}
            data-now={span.index === active || undefined}
            title={`${formatDuration(span.from)}  ${span.title}`}
            style={{ flex: `${String(Math.max(1, span.to - span.from))} 1 0` }}
            onMouseDown={(event) => {
              // Hidden from screen readers, so it must not take the focus.
              event.preventDefault();
            }}
            onClick={() => playback.seek(span.from)}
          >
            <chakra.span bg={chapterHue(span.index)} />
          </Segment>
        ))}
        <Playhead duration={duration} />
      </chakra.div>
      <chakra.div ref={onHandlePlace} position="absolute" inset="0" pointerEvents="none" />
    </chakra.div>
  );
}
