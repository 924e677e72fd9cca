import { chakra } from '@chakra-ui/react';
import { ChapterStrip } from './chapter-strip.tsx';

const Tick = chakra('span', {
  base: {
    position: 'absolute',
    top: 0,
    bottom: 0,
    width: '2px',
    ml: '-1px',
    borderRadius: '1px',
    bg: 'ink.faint',
    opacity: 0.7,
    '&[data-own]': { bg: 'signal', opacity: 1, width: '3px' },
  },
});

interface HitStripProps {
  /** Starts of all chapters, in seconds. */
  starts: readonly number[];
  duration: number;
  /** The hit of this result, in seconds. */
  at: number | null;
  /** Other hits in the same video, in seconds. */
  others: readonly number[];
}

/** The chapter strip of a video with its hits as ticks. Decorative: the time is shown beside it. */
export function HitStrip({ starts, duration, at, others }: HitStripProps) {
  if (duration <= 0) return null;
  const from = starts.length > 0 ? starts : [0];
  const spans = from.map((start, index) => ({ from: start, to: from[index + 1] ?? duration }));
  const left = (seconds: number) => `${String(Math.min(100, (seconds / duration) * 100))}%`;
  return (
    <chakra.div aria-hidden data-drawn="hits" position="relative" py="4px">
      <ChapterStrip spans={spans} height="5px" />
      {others.map((seconds, index) => (
        <Tick key={index} style={{ left: left(seconds) }} />
      ))}
      {at === null ? null : <Tick data-own style={{ left: left(at) }} />}
    </chakra.div>
  );
}
