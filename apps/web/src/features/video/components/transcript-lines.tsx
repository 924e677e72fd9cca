import { chakra } from '@chakra-ui/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Cue } from '@vault/webvtt';
import { memo, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, PointerEvent, Ref } from 'react';
import { VirtualRow, rowsWith } from '../../../components/ui/virtual-rows.tsx';
import { usePlayback } from '../../../components/player/playback.ts';
import { partsOfLine } from '../model/find-in-lines.ts';
import type { LineHit, LineIndex } from '../model/find-in-lines.ts';
import { TranscriptLine } from './transcript-line.tsx';

/** The line that each key moves the focus to. */
const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + 10,
  PageUp: (at) => at - 10,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** The imperative handle of the list. */
export interface LinesHandle {
  /** The index of the first visible line. */
  firstLine(): number;
}

interface TranscriptLinesProps {
  cues: readonly Cue[];
  /** The current line; -1 before the first. */
  active: number;
  /** The search hits, and the index of the chosen one; -1 without any. */
  index: LineIndex;
  hits: readonly LineHit[];
  chosen: number;
  isFollowing: boolean;
  /** The user scrolled or moved the focus to another line. */
  onReadAhead: () => void;
  /** The user played a line. */
  onPlay: () => void;
  ref: Ref<LinesHandle>;
}

/**
 * Only the visible lines are in the document: three hours of speech are several thousand lines. Rendered again only
 * when the lines change, not with each key press in the search field.
 */
export const TranscriptLines = memo(function TranscriptLines(props: TranscriptLinesProps) {
  const { cues, active, index: lineIndex, hits, chosen, isFollowing, onReadAhead, onPlay, ref } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const playback = usePlayback();
  /** The line with the focus; -1 while none has it. */
  const [focused, setFocused] = useState(-1);
  const stop = focused >= 0 && focused < cues.length ? focused : Math.max(0, active);
  const lines = useVirtualizer({
    count: cues.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 54,
    overscan: 8,
    // The tab stop line is always in the document, so that it keeps the focus and Tab reaches it.
    rangeExtractor: (range) => rowsWith(range, [stop]),
  });

  useImperativeHandle(
    ref,
    () => ({
      firstLine: () => lines.getVirtualItemForOffset(lines.scrollOffset ?? 0)?.index ?? 0,
    }),
    [lines],
  );

  // The height is 0 while the panel is hidden. Scroll to the line when it is shown again.
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
    setFocused(index);
    onReadAhead();
    lines.scrollToIndex(index, { align: 'auto' });
    // The line is in the document after the next render.
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
        // A press on the scroll bar targets the list itself.
        if (event.target === event.currentTarget) onReadAhead();
      }}
      onKeyDown={press}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(-1);
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
        {lines.getVirtualItems().map((row) => {
          const { index, key } = row;
          const cue = cues[index];
          if (!cue) return null;
          return (
            <VirtualRow key={key} row={row} count={cues.length} ref={lines.measureElement} data-acts>
              <TranscriptLine
                cue={cue}
                index={index}
                isNow={index === active}
                isStop={index === stop}
                parts={hits.length === 0 ? undefined : partsOfLine(cue.text, index, lineIndex, hits, chosen)}
                onPlay={play}
              />
            </VirtualRow>
          );
        })}
      </ol>
    </chakra.div>
  );
});
