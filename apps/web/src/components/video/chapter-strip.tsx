import { chakra } from '@chakra-ui/react';
import type { HTMLChakraProps } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { chapterHue } from './chapter-hue.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Spans of these lengths, one after the other: a sample for decoration. */
export function spansOf(lengths: readonly number[]): Span[] {
  let to = 0;
  return lengths.map((length) => ({ from: to, to: (to += length) }));
}

const Segment = chakra('span', {
  base: {
    minWidth: '2px',
    borderRadius: '2px',
    overflow: 'hidden',
    position: 'relative',
    // With `onChoose` the area of the pointer may be higher than what is drawn.
    '&:is(button)': { minWidth: '0', height: '100%', overflow: 'visible' },
    '& > [data-face]': {
      display: 'block',
      height: 'var(--idle)',
      borderRadius: '2px',
      opacity: 0.55,
      transition: 'height 150ms ease-out, opacity 150ms ease-out',
    },
    '&:is([data-now], :hover) > [data-face]': { height: 'var(--now, var(--idle))', opacity: 1 },
  },
});

const Mark = chakra('span', {
  base: { position: 'absolute', insetY: '0', borderRadius: '1px', bg: 'signal', pointerEvents: 'none' },
});

const percent = (share: number) => `${String(Math.min(1, Math.max(0, share)) * 100)}%`;

interface StripMarkProps extends HTMLChakraProps<'span'> {
  /** Where it starts, as a share of the strip. */
  from: number;
  /** Where it ends; without it the mark is a line, such as a playhead. */
  to?: number;
}

/** A place or a span on a {@link ChapterStrip}. */
export function StripMark({ from, to, ...props }: StripMarkProps) {
  const width = to === undefined ? undefined : percent(to - from);
  const line = to === undefined ? { width: '2px', ml: '-1px' } : { minWidth: '3px', borderRadius: '2px' };
  return <Mark style={{ left: percent(from), width }} {...line} {...props} />;
}

interface ChapterStripProps extends HTMLChakraProps<'div'> {
  spans: readonly (Span & { readonly title?: string })[];
  /** The colour token of a segment; by default that of its chapter. */
  colorOf?: (index: number) => string;
  /** What is drawn in a segment. */
  fillOf?: (span: Span, index: number) => ReactNode;
  /** Makes the segments buttons for the pointer. A list must offer the same to the keyboard and to screen readers. */
  onChoose?: (index: number) => void;
  /** The segment that stands out among those. */
  chosen?: number;
}

/** A video's chapters as a thin bar, in proportion to their length. Decorative: the text beside it says the same. */
export function ChapterStrip(props: ChapterStripProps) {
  const { spans, colorOf = chapterHue, fillOf, onChoose, chosen, children, ...rest } = props;
  return (
    <chakra.div
      aria-hidden
      data-drawn="chapters"
      position="relative"
      display="flex"
      gap="2px"
      height="6px"
      {...rest}
    >
      {spans.map((span, index) => {
        const style = { flex: `${String(Math.max(1, span.to - span.from))} 1 0` };
        if (!onChoose)
          return (
            <Segment key={index} bg={colorOf(index)} style={style}>
              {fillOf?.(span, index)}
            </Segment>
          );
        return (
          <Segment key={index} asChild>
            <button
              type="button"
              tabIndex={-1}
              title={span.title}
              data-now={index === chosen || undefined}
              style={style}
              onMouseDown={(event) => {
                // Hidden from screen readers, so it must not take the focus.
                event.preventDefault();
              }}
              onClick={() => onChoose(index)}
            >
              <chakra.span data-face bg={colorOf(index)} />
            </button>
          </Segment>
        );
      })}
      {children}
    </chakra.div>
  );
}
