import { chakra } from '@chakra-ui/react';
import { chapterHue } from './chapter-hue.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

const Segment = chakra('span', {
  base: { minWidth: '2px', borderRadius: '2px', overflow: 'hidden', position: 'relative' },
});

/** Spans of these lengths, one after the other: a sample for decoration. */
export function spansOf(lengths: readonly number[]): Span[] {
  let to = 0;
  return lengths.map((length) => ({ from: to, to: (to += length) }));
}

/** A video's chapters as a thin bar, in proportion to their length. Decorative: the text beside it says the same. */
export function ChapterStrip({ spans, height = '6px' }: { spans: readonly Span[]; height?: string }) {
  return (
    <chakra.div aria-hidden data-drawn="chapters" display="flex" gap="2px" style={{ height }}>
      {spans.map((span, index) => (
        <Segment
          key={index}
          bg={chapterHue(index)}
          style={{ flex: `${String(Math.max(1, span.to - span.from))} 1 0` }}
        />
      ))}
    </chakra.div>
  );
}
