import { chakra } from '@chakra-ui/react';
import { ChapterStrip, StripMark } from './chapter-strip.tsx';

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
  const share = (seconds: number) => seconds / Math.max(1, duration);
  return (
    <chakra.div aria-hidden data-drawn="span" position="relative" py="6px">
      <ChapterStrip
        spans={chapters.length > 0 ? chapters : [{ from: 0, to: duration }]}
        opacity={span ? 0.35 : 1}
        transition="opacity 150ms ease-out"
      />
      {span ? (
        <StripMark
          data-testid="marked-span"
          from={share(span.from)}
          to={share(span.to)}
          insetY="2px"
          bg="ink"
          transition="left 150ms ease-out, width 150ms ease-out"
        />
      ) : null}
    </chakra.div>
  );
}
