import { chakra } from '@chakra-ui/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, PointerEvent, Ref } from 'react';
import { VirtualRow, rowsWith } from '../../../components/ui/virtual-rows.tsx';
import { usePlayback } from '../../../components/player/playback.ts';
import { partsOfLine } from '../model/find-in-lines.ts';
import type { LineHit, LineIndex } from '../model/find-in-lines.ts';
import { keyOf } from '../model/line-changes.ts';
import { selectRecognisedKeys } from '../model/transcript-edits.slice.ts';
import { selectLines } from '../model/selected-words.ts';
import { useTranscriptEdits, useTranscriptState } from '../model/use-transcript-parts.ts';
import { useAppSelector } from '../../../store/hooks.ts';
import { LineEditor } from './line-editor.tsx';
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
  /** Seconds. */
  duration: number;
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
  const { duration, active, index: lineIndex, hits, chosen, isFollowing, onReadAhead, onPlay, ref } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const playback = usePlayback();
  const edits = useTranscriptEdits();
  const cues = useTranscriptState(({ lines }) => lines);
  const edited = useTranscriptState((state) => state.edited);
  const recognised = useAppSelector((state) => selectRecognisedKeys(state, edits.key));
  const editedIndex = edited ? cues.indexOf(edited.line) : -1;
  /** The line with the focus; -1 while none has it. */
  const [focused, setFocused] = useState(-1);
  const stop = focused >= 0 && focused < cues.length ? focused : Math.max(0, active);
  const lines = useVirtualizer({
    count: cues.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 54,
    overscan: 8,
    // The tab stop line is always in the document, so that it keeps the focus and Tab reaches it; so is the edited line.
    rangeExtractor: (range) => rowsWith(range, [stop, editedIndex]),
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
      const cue = edits.lines[index];
      if (cue) playback.seek(cue.start);
      onPlay();
    },
    [edits, playback, onPlay],
  );
  const edit = useCallback(
    (index: number, caret?: number) => {
      const cue = edits.lines[index];
      // A double click has begun to play the line: it is heard once.
      if (cue && caret !== undefined) playback.playSpan({ from: cue.start, to: cue.end });
      onReadAhead();
      edits.edit(index, caret);
    },
    [edits, playback, onReadAhead],
  );

  const turn = edited?.turn;
  useEffect(() => {
    if (turn !== undefined && editedIndex >= 0) lines.scrollToIndex(editedIndex, { align: 'auto' });
  }, [turn, editedIndex, lines]);

  /** Where a selection by keys began. */
  const anchor = useRef<number | null>(null);
  const focusLine = (index: number) => {
    setFocused(index);
    onReadAhead();
    lines.scrollToIndex(index, { align: 'auto' });
    // The line is in the document after the next render.
    requestAnimationFrame(() => {
      scroller.current
        ?.querySelector<HTMLElement>(`[data-index="${String(index)}"] [role=button]`)
        ?.focus({ preventScroll: true });
      if (scroller.current && anchor.current !== null) selectLines(scroller.current, anchor.current, index);
    });
  };
  const press = (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest('[data-editor]')) return;
    const next = moves[event.key]?.(stop, cues.length);
    const isSelecting = event.shiftKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown');
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && !isSelecting);
    if (next === undefined || hasModifier) return;
    event.preventDefault();
    if (isSelecting) anchor.current ??= stop;
    else if (anchor.current !== null) {
      anchor.current = null;
      window.getSelection()?.removeAllRanges();
    }
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
              {edited && index === editedIndex ? (
                <LineEditor
                  key={edited.turn}
                  edited={edited}
                  index={index}
                  duration={duration}
                  isLast={index === cues.length - 1}
                  onLeave={focusLine}
                />
              ) : (
                <TranscriptLine
                  cue={cue}
                  speaker={cue.speaker === cues[index - 1]?.speaker ? undefined : cue.speaker}
                  index={index}
                  isNow={index === active}
                  isStop={index === stop}
                  isEdited={recognised !== null && !recognised.has(keyOf(cue))}
                  parts={
                    hits.length === 0 ? undefined : partsOfLine(cue.text, index, lineIndex, hits, chosen)
                  }
                  onPlay={play}
                  onEdit={edit}
                />
              )}
            </VirtualRow>
          );
        })}
      </ol>
    </chakra.div>
  );
});
