import { chakra } from '@chakra-ui/react';
import { Minus, Plus } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { SmallText } from '../../../components/ui/muted-text.ts';
import { FramePreview } from '../../../components/video/frame-preview.tsx';
import { formatTenths } from '../../../lib/format/format-time.ts';
import { thumbnailAt } from '../../../lib/video/thumbnail-at.ts';

const Time = chakra('span', {
  base: {
    fontFamily: 'mono',
    fontSize: 'sm',
    px: '2',
    py: '1',
    borderWidth: '1px',
    borderRadius: 'sm',
    fontVariantNumeric: 'tabular-nums',
  },
});

/** In tenths of a second. */
const keys: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 10,
  PageDown: -10,
};

interface WordEdgeProps {
  /** `Start` or `End`. */
  label: string;
  /** Seconds. */
  time: number;
  duration: number;
  /** What is said at this end. */
  words: string;
  thumbnail: string;
  onMove: (time: number) => void;
}

/** One end of a clip of words: its frame, its words, and its time, which moves by tenths of a second. */
export function WordEdge({ label, time, duration, words, thumbnail, onMove }: WordEdgeProps) {
  const nudge = (tenths: number) => {
    const moved = Math.round((time + tenths / 10) * 1_000) / 1_000;
    onMove(Math.min(duration, Math.max(0, moved)));
  };
  const press = (event: KeyboardEvent) => {
    const tenths = keys[event.key];
    if (tenths === undefined) return;
    event.preventDefault();
    nudge(tenths);
  };
  return (
    <chakra.div display="grid" gap="2" alignContent="start" minWidth="0">
      <FramePreview
        url={thumbnail === '' ? '' : thumbnailAt(thumbnail, Math.min(time, Math.max(0, duration - 1)))}
        label={`${label}, at ${formatTenths(time)}`}
        emptyText="This recording has no picture."
        brokenText="There is no picture for this time."
      />
      <chakra.div display="flex" flexWrap="wrap" alignItems="center">
        <chakra.span flex={{ base: '1 1 100%', sm: '1' }} fontSize="sm">
          {label}
        </chakra.span>
        <chakra.div display="flex" alignItems="center" columnGap={{ base: '0', sm: '1' }}>
          <IconButton label={`${label} 0.1 s earlier`} icon={Minus} onClick={() => nudge(-1)} />
          <Time
            role="spinbutton"
            tabIndex={0}
            aria-label={label}
            aria-valuemin={0}
            aria-valuemax={duration}
            aria-valuenow={time}
            aria-valuetext={formatTenths(time)}
            onKeyDown={press}
          >
            {formatTenths(time)}
          </Time>
          <IconButton label={`${label} 0.1 s later`} icon={Plus} onClick={() => nudge(1)} />
        </chakra.div>
      </chakra.div>
      <SmallText dir="auto" minHeight="2lh" overflowWrap="anywhere">
        {words === '' ? 'Nothing is said here.' : words}
      </SmallText>
    </chakra.div>
  );
}
