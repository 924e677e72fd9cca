import { chakra } from '@chakra-ui/react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { Cue } from '@vault/webvtt';
import { memo, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, PointerEvent, Ref } from 'react';
import { usePlayback } from '../../components/player/playback.ts';
import { partsOfLine } from '../../lib/find-in-lines.ts';
import type { LineHit, LineIndex } from '../../lib/find-in-lines.ts';
import { TranscriptLine } from './transcript-line.tsx';

/** How a key moves the keyboard from line to line. */
const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + 10,
  PageUp: (at) => at - 10,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** What its surroundings may ask of the list. */
export interface LinesHandle {
  /** The first line in sight. */
  firstLine(): number;
}

interface TranscriptLinesProps {
  cues: readonly Cue[];
  /** The line that is being said; -1 before the first. */
  active: number;
  /** What a search found, and which of that is the chosen one; -1 when nothing is. */
  index: LineIndex;
  hits: readonly LineHit[];
  chosen: number;
  isFollowing: boolean;
  /** The reader went elsewhere. */
  onReadAhead: () => void;
  /** The reader went to a line by playing it. */
  onPlay: () => void;
  ref: Ref<LinesHandle>;
}

/**
 * Only the lines in sight are in the document: three hours of speech are some thousand lines. Drawn anew only when
 * something about the lines changes, not with each letter of a search.
 */
export const TranscriptLines = memo(function TranscriptLines(props: TranscriptLinesProps) {
  const { cues, active, index: lineIndex, hits, chosen, isFollowing, onReadAhead, onPlay, ref } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const playback = usePlayback();
  /** The line the keyboard is at; -1 while it is elsewhere. */
  const [held, setHeld] = useState(-1);
  const stop = held >= 0 && held < cues.length ? held : Math.max(0, active);
  const lines = useVirtualizer({
    count: cues.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 54,
    overscan: 8,
    // Wherever the list is scrolled to, the Tab key finds its line, and the line that has the keyboard keeps it.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), stop])].sort((one, other) => one - other),
  });

  useImperativeHandle(
    ref,
    () => ({
      firstLine: () => lines.getVirtualItemForOffset(lines.scrollOffset ?? 0)?.index ?? 0,
    }),
    [lines],
  );

  // The height is 0 while the panel is hidden: the line is brought into sight when it is shown again.
  const height = lines.scrollRect?.height ?? 0;
  useEffect(() => {
    if (isFollowing && active >= 0 && height > 0) lines.scrollToIndex(active, { align: 'center' });
  }, [active, height, isFollowing, lines]);

  const found = hits[chosen]?.line ?? -1;
  useEffect(() => {
    if (found >= 0 && height > 0) lines.scrollToIndex(found, { align: 'center' });
  }, [found, chosen, height, lines]);

  const play = useCallback(
    (index: number) => {
      const cue = cues[index];
      if (cue) playback.seek(cue.start);
      onPlay();
    },
    [cues, playback, onPlay],
  );

  const focusLine = (index: number) => {
    setHeld(index);
    onReadAhead();
    lines.scrollToIndex(index, { align: 'auto' });
    // It is in the document once this change has been drawn.
    requestAnimationFrame(() => {
      scroller.current
        ?.querySelector<HTMLElement>(`[data-index="${String(index)}"] button`)
        ?.focus({ preventScroll: true });
    });
  };
  const press = (event: KeyboardEvent) => {
    const next = moves[event.key]?.(stop, cues.length);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    focusLine(Math.min(cues.length - 1, Math.max(0, next)));
  };

  return (
    <chakra.div
      ref={scroller}
      overflowY="auto"
      py="2"
      mx="-3"
      tabIndex={-1}
      outline="none"
      css={{ overscrollBehavior: 'contain', contain: 'strict' }}
      style={{ '--time-width': (cues.at(-1)?.end ?? 0) < 3600 ? '44px' : '64px' } as CSSProperties}
      onWheel={onReadAhead}
      onTouchMove={onReadAhead}
      onPointerDown={(event: PointerEvent) => {
        // The scroll bar is the list itself; its lines lie above it.
        if (event.target === event.currentTarget) onReadAhead();
      }}
      onKeyDown={press}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setHeld(-1);
      }}
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
        {lines.getVirtualItems().map(({ index, key, start }) => {
          const cue = cues[index];
          if (!cue) return null;
          return (
            <li
              key={key}
              ref={lines.measureElement}
              data-index={index}
              data-acts
              aria-setsize={cues.length}
              aria-posinset={index + 1}
              style={{
                position: 'absolute',
                insetInline: 0,
                top: 0,
                transform: `translateY(${String(start)}px)`,
              }}
            >
              <TranscriptLine
                cue={cue}
                index={index}
                isNow={index === active}
                isStop={index === stop}
                parts={hits.length === 0 ? undefined : partsOfLine(cue.text, index, lineIndex, hits, chosen)}
                onPlay={play}
              />
            </li>
          );
        })}
      </ol>
    </chakra.div>
  );
});
