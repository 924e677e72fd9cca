import { chakra } from '@chakra-ui/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { ClipboardEvent, CSSProperties, KeyboardEvent, MouseEvent, PointerEvent, Ref } from 'react';
import { heightOfRow, VirtualRow, rowsWith } from '../../../components/ui/virtual-rows.tsx';
import { usePlayback } from '../../../components/player/playback.ts';
import { useChosenSpeaker } from '../../../components/video/speaker-filter.tsx';
import { partsOfLine } from '../model/find-in-lines.ts';
import type { LineHit, LineIndex } from '../model/find-in-lines.ts';
import { wordsKeyOf } from '../model/line-changes.ts';
import { selectRecognisedKeys } from '../model/transcript-edits.slice.ts';
import { selectedPlaces, selectLines, wordsBetween } from '../model/selected-words.ts';
import { rowOf, shownLines } from '../model/shown-lines.ts';
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

/** The line of an element. */
function lineOf(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null;
  return row ? Number(row.dataset['line']) : undefined;
}

/** Whether a press there is one on the words of a line, not on its buttons. */
function areWords(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, [role=button]')?.tagName === 'DIV';
}

/** The imperative handle of the list. */
export interface LinesHandle {
  /** The index of the first visible line. */
  firstLine(): number;
}

interface TranscriptLinesProps {
  /** The current line; -1 before the first. */
  active: number;
  /** The search hits, and the index of the chosen one; -1 without any. */
  index: LineIndex;
  hits: readonly LineHit[];
  chosen: number;
  isFollowing: boolean;
  /** The lines in which the selection begins and ends. */
  selectionEnds: readonly number[];
  /** The user scrolled or moved the focus to another line. */
  onReadAhead: () => void;
  /** The user played a line. */
  onPlay: () => void;
  /** The user wants to say who speaks a line. */
  /** The user may not change the lines. */
  isFixed: boolean;
  onSpeaker: (index: number) => void;
  /** Whether the current line can be seen. */
  onNowInView: (isInView: boolean) => void;
  ref: Ref<LinesHandle>;
}

/**
 * Only the visible lines are in the document: three hours of speech are several thousand lines. Rendered again only
 * when the lines change, not with each key press in the search field.
 */
export const TranscriptLines = memo(function TranscriptLines(props: TranscriptLinesProps) {
  const { active, index: lineIndex, hits, chosen, isFollowing, selectionEnds } = props;
  const { onReadAhead, onPlay, onSpeaker, onNowInView, isFixed, ref } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const playback = usePlayback();
  const edits = useTranscriptEdits();
  const cues = useTranscriptState(({ lines }) => lines);
  const speaker = useChosenSpeaker();
  const edited = useTranscriptState((state) => state.edited);
  const recognised = useAppSelector((state) => selectRecognisedKeys(state, edits.key));
  const editedIndex = edited ? cues.indexOf(edited.line) : -1;
  /** The indexes of the shown lines, in order. */
  const shown = useMemo(() => shownLines(cues, speaker, editedIndex), [cues, speaker, editedIndex]);
  /** The line with the focus; -1 while none has it. */
  const [focused, setFocused] = useState(-1);
  const stop = shown[rowOf(shown, focused >= 0 && focused < cues.length ? focused : active)] ?? 0;
  const lines = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 54,
    measureElement: heightOfRow,
    overscan: 8,
    // The tab stop line is always in the document, so that it keeps the focus and Tab reaches it; so are the edited line
    // and the ends of a selection, which the browser would move.
    rangeExtractor: (range) => {
      const fixedLines = [stop, editedIndex, ...selectionEnds].filter((line) => line >= 0);
      return rowsWith(
        range,
        fixedLines.map((line) => rowOf(shown, line)),
      );
    },
    getItemKey: useCallback((row: number) => shown[row] ?? row, [shown]),
  });

  useImperativeHandle(
    ref,
    () => ({
      firstLine: () => shown[lines.getVirtualItemForOffset(lines.scrollOffset ?? 0)?.index ?? 0] ?? 0,
    }),
    [lines, shown],
  );

  // The height is 0 while the panel is hidden. Scroll to the line when it is shown again.
  const height = lines.scrollRect?.height ?? 0;
  useEffect(() => {
    if (isFollowing && active >= 0 && height > 0)
      lines.scrollToIndex(rowOf(shown, active), { align: 'center' });
  }, [active, shown, height, isFollowing, lines]);

  const { startIndex = 0, endIndex = -1 } = lines.range ?? {};
  const activeRow = rowOf(shown, active);
  const isNowInView = activeRow >= startIndex && activeRow <= endIndex;
  useEffect(() => onNowInView(isNowInView), [isNowInView, onNowInView]);

  const found = hits[chosen]?.line ?? -1;
  useEffect(() => {
    if (found >= 0 && height > 0) lines.scrollToIndex(rowOf(shown, found), { align: 'center' });
  }, [found, chosen, shown, height, lines]);

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
    if (turn !== undefined && editedIndex >= 0)
      lines.scrollToIndex(rowOf(shown, editedIndex), { align: 'auto' });
  }, [turn, editedIndex, shown, height, lines]);

  /** The line of the first press of a double click: it closes an open editor, and other lines move below the pointer. */
  const pressed = useRef<number | null>(null);
  const hasMoved = ({ target }: MouseEvent) => pressed.current !== null && lineOf(target) !== pressed.current;
  /** Where a selection by keys began. */
  const anchor = useRef<number | null>(null);
  const focusLine = (index: number) => {
    setFocused(index);
    onReadAhead();
    lines.scrollToIndex(rowOf(shown, index), { align: 'auto' });
    // The line is in the document after the next render.
    requestAnimationFrame(() => {
      scroller.current
        ?.querySelector<HTMLElement>(`[data-line="${String(index)}"] [role=button]`)
        ?.focus({ preventScroll: true });
      if (scroller.current && anchor.current !== null) selectLines(scroller.current, anchor.current, index);
    });
  };
  /** Lines outside of the view are not in the document: the browser alone would leave them out. */
  const copy = (event: ClipboardEvent) => {
    const { start, end } = selectedPlaces(event.currentTarget);
    if (!start || !end || start.line === end.line) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', wordsBetween(cues, start, end, new Set(shown)));
  };
  const press = (event: KeyboardEvent) => {
    // The menu of a line is outside of the list.
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return;
    if (event.target.closest('[data-editor]')) return;
    const at = lineOf(event.target) ?? stop;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.toLowerCase() === 's' && !event.shiftKey && !isFixed) {
      event.preventDefault();
      onSpeaker(at);
    }
    const next = moves[event.key]?.(rowOf(shown, at), shown.length);
    if (next === undefined) return;
    event.preventDefault();
    if (event.shiftKey) anchor.current ??= at;
    else if (anchor.current !== null) {
      anchor.current = null;
      window.getSelection()?.removeAllRanges();
    }
    focusLine(shown[Math.min(shown.length - 1, Math.max(0, next))] ?? at);
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
      onCopy={copy}
      onPointerDown={(event: PointerEvent) => {
        if (!event.shiftKey) anchor.current = null;
        // A press on the scroll bar targets the list itself.
        if (event.target === event.currentTarget) onReadAhead();
      }}
      onMouseDown={({ detail, target }: MouseEvent) => {
        if (detail === 1) pressed.current = areWords(target) ? (lineOf(target) ?? null) : null;
      }}
      onClickCapture={(event: MouseEvent) => {
        if (event.detail > 1 && hasMoved(event)) event.stopPropagation();
      }}
      onDoubleClickCapture={(event: MouseEvent) => {
        if (pressed.current === null || !hasMoved(event)) return;
        event.stopPropagation();
        edit(pressed.current, 0);
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
          const index = shown[row.index] ?? -1;
          const cue = cues[index];
          if (!cue) return null;
          return (
            <VirtualRow
              key={row.key}
              row={row}
              count={shown.length}
              ref={lines.measureElement}
              data-acts
              data-line={index}
            >
              {edited && index === editedIndex ? (
                <LineEditor
                  key={edited.turn}
                  edited={edited}
                  index={index}
                  isLast={index === cues.length - 1}
                  onLeave={focusLine}
                />
              ) : (
                <TranscriptLine
                  cue={cue}
                  isTurn={cue.speaker !== cues[index - 1]?.speaker}
                  index={index}
                  isNow={index === active}
                  isStop={index === stop}
                  isEdited={recognised !== null && !recognised.has(wordsKeyOf(cue))}
                  parts={
                    hits.length === 0 ? undefined : partsOfLine(cue.text, index, lineIndex, hits, chosen)
                  }
                  onPlay={play}
                  isFixed={isFixed}
                  onEdit={edit}
                  onSpeaker={onSpeaker}
                />
              )}
            </VirtualRow>
          );
        })}
      </ol>
    </chakra.div>
  );
});
