import { chakra } from '@chakra-ui/react';
import { ChapterStrip } from './chapter-strip.tsx';

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
