import { chakra } from '@chakra-ui/react';
import type { Ref } from 'react';
import { ChapterStrip } from './chapter-strip.tsx';
import { FramePreview } from './frame-preview.tsx';
import { TimeCodeInput } from './time-code-input.tsx';
import { Button } from '../ui/button.tsx';
import { thumbnailAt } from '../../lib/video/thumbnail-at.ts';
import { formatTimeCode, parseTimeCode } from '../../lib/format/format-time.ts';

interface ClipEdgeProps {
  label: string;
  /** Names the picture, before its time. */
  preview: string;
  value: string;
  onChange: (value: string) => void;
  thumbnail: string;
  duration: number;
  currentTime?: () => number;
  isInvalid: boolean;
  describedBy: string;
  isFirst?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** The start or the end of a clip: its time and the frame at that time. */
export function ClipEdge(props: ClipEdgeProps) {
  const { label, preview, value, onChange, thumbnail, duration, currentTime, ...input } = props;
  const seconds = parseTimeCode(value);
  const hasFrame = seconds !== null && seconds < duration;
  return (
    <chakra.div display="grid" gap="3" alignContent="start">
      <FramePreview
        url={hasFrame ? thumbnailAt(thumbnail, seconds) : ''}
        label={`${preview}, at ${value}`}
        emptyText="Type a time to see its frame."
        brokenText="There is no picture for this time."
      />
      <TimeCodeInput
        label={label}
        value={value}
        onChange={onChange}
        max={Math.max(0, Math.ceil(duration) - 1)}
        {...input}
      >
        {currentTime ? (
          <Button
            aria-label={`${label}: use current time`}
            onClick={() => onChange(formatTimeCode(currentTime()))}
          >
            Use current time
          </Button>
        ) : null}
      </TimeCodeInput>
    </chakra.div>
  );
}

interface Span {
  readonly from: number;
  readonly to: number;
}

interface SpanStripProps {
  chapters: readonly Span[];
  duration: number;
  /** The marked span, in seconds; null for none. */
  span: Span | null;
}

/** The chapter strip with a marked time span. Decorative: the times are shown beside it. */
export function SpanStrip({ chapters, duration, span }: SpanStripProps) {
  const percent = (seconds: number) => Math.min(100, Math.max(0, (seconds / Math.max(1, duration)) * 100));
  const from = percent(span?.from ?? 0);
  const to = percent(span?.to ?? 0);
  return (
    <chakra.div aria-hidden data-drawn="span" position="relative" py="6px">
      <chakra.div opacity={span ? 0.35 : 1} transition="opacity 150ms ease-out">
        <ChapterStrip spans={chapters.length > 0 ? chapters : [{ from: 0, to: duration }]} />
      </chakra.div>
      {span ? (
        <chakra.span
          data-testid="marked-span"
          position="absolute"
          top="2px"
          bottom="2px"
          minWidth="3px"
          borderRadius="2px"
          bg="ink"
          transition="left 150ms ease-out, width 150ms ease-out"
          style={{ left: `${String(from)}%`, width: `${String(to - from)}%` }}
        />
      ) : null}
    </chakra.div>
  );
}
