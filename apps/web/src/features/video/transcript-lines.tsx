import { chakra } from '@chakra-ui/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Cue } from '@vault/webvtt';
import { useEffect, useRef } from 'react';
import { formatDuration } from '../../lib/time-code.ts';
import { usePlayback, usePlaybackValue } from '../../components/player/playback.ts';

const Line = chakra('button', {
  base: {
    display: 'grid',
    gridTemplateColumns: '64px minmax(0, 1fr)',
    width: '100%',
    px: '3',
    py: '6px',
    border: 'none',
    borderRadius: 'sm',
    bg: 'transparent',
    textAlign: 'left',
    fontSize: 'sm',
    lineHeight: '1.5',
    color: 'ink.muted',
    overflowWrap: 'anywhere',
    outlineOffset: '-2px !important',
    _hover: { bg: 'hover', color: 'ink' },
    '&[data-now]': { color: 'ink', bg: 'signal.wash' },
    '&[data-now] > :first-child': { color: 'signal', fontWeight: 'strong' },
  },
});

interface TranscriptLinesProps {
  cues: readonly Cue[];
  isFollowing: boolean;
  /** The reader scrolled by hand. */
  onReadAhead: () => void;
}

/** Only the lines in sight are in the document: three hours of speech are some thousand lines. */
export function TranscriptLines({ cues, isFollowing, onReadAhead }: TranscriptLinesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const playback = usePlayback();
  const active = usePlaybackValue((seconds) => cues.findLastIndex((cue) => cue.start <= seconds));
  // eslint-disable-next-line react-hooks/incompatible-library -- no compiler is used, so nothing is memoised wrongly
  const lines = useVirtualizer({
    count: cues.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 54,
    overscan: 8,
  });

  // The height is 0 while the panel is hidden: the line is brought into sight when it is shown again.
  const height = lines.scrollRect?.height ?? 0;
  useEffect(() => {
    if (isFollowing && active >= 0 && height > 0) lines.scrollToIndex(active, { align: 'center' });
  }, [active, height, isFollowing, lines]);

  return (
    <chakra.div
      ref={scroller}
      overflowY="auto"
      py="2"
      mx="-3"
      tabIndex={-1}
      css={{ overscrollBehavior: 'contain', contain: 'strict' }}
      onWheel={onReadAhead}
      onTouchMove={onReadAhead}
    >
      <ol
        style={{
          height: lines.getTotalSize(),
          position: 'relative',
          margin: 0,
          padding: 0,
          listStyle: 'none',
        }}
      >
        {lines.getVirtualItems().map((item) => {
          const cue = cues[item.index];
          if (!cue) return null;
          return (
            <li
              key={item.key}
              ref={lines.measureElement}
              data-index={item.index}
              style={{
                position: 'absolute',
                insetInline: 0,
                top: 0,
                transform: `translateY(${String(item.start)}px)`,
              }}
            >
              <Line
                type="button"
                data-now={item.index === active || undefined}
                aria-current={item.index === active ? 'true' : undefined}
                onClick={() => {
                  playback.seek(cue.start);
                }}
              >
                <chakra.span fontVariantNumeric="tabular-nums">{formatDuration(cue.start)}</chakra.span>
                <span>{cue.text}</span>
              </Line>
            </li>
          );
        })}
      </ol>
    </chakra.div>
  );
}
