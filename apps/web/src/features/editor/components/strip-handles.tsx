import { chakra } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { usePlayback, usePlaybackValue } from '../../../components/player/playback.ts';
import { chapterSpans, spanAt } from '../../../lib/video/chapter-spans.ts';
import type { ChapterSpan } from '../../../lib/video/chapter-spans.ts';
import { formatDuration } from '../../../lib/format/format-duration.ts';
import { moveProblem, snapStart, startBounds, stepStart } from '../model/chapter-structure.ts';
import { useEditor, useShown } from '../model/editor-context.ts';
import { farStepSeconds, hearStart } from '../model/hear-start.ts';
import { editorStrings as strings } from '../editor.strings.ts';

/** With more chapters the handles would cover the strip. */
const mostHandles = 60;
/** A start that was moved by keys is saved after this pause, so that several presses are one step of undo. */
const keyPauseMs = 800;
/** A pointer that moves less has clicked. */
const clickPx = 4;

const Handle = chakra('div', {
  base: {
    position: 'absolute',
    top: '0',
    height: '20px',
    width: '12px',
    ml: '-6px',
    cursor: 'ew-resize',
    touchAction: 'none',
    pointerEvents: 'auto',
    borderRadius: 'sm',
    '@media (pointer: coarse)': { width: '44px', height: '44px', top: '-12px', ml: '-22px' },
    '&::before': {
      content: '""',
      position: 'absolute',
      left: '50%',
      top: '50%',
      width: '4px',
      height: '14px',
      transform: 'translate(-50%, -50%)',
      borderRadius: 'full',
      bg: 'ink',
      border: '1px solid',
      borderColor: 'canvas',
      transition: 'height 150ms ease-out',
    },
    '&:hover::before, &:focus-visible::before, &[data-moving]::before': { height: '20px' },
    '&[aria-disabled=true]': { cursor: 'default', '&::before': { bg: 'line.strong' } },
  },
});

/** Handles between the chapters on the strip under the player, which move the starts by pointer, touch and keys. */
export function StripHandles({ duration }: { duration: number }) {
  const { edits } = useEditor();
  const chapters = useShown(edits, (shown) => shown.chapters);
  const spans = useMemo(() => chapterSpans(chapters, duration), [chapters, duration]);
  const active = usePlaybackValue((seconds) => spanAt(spans, seconds));
  if (duration <= 0 || spans.length > mostHandles) return null;
  // One stop of the Tab key: the start of the chapter that plays. The menus of the rows move every start.
  const stop = Math.max(1, active);
  return spans
    .slice(1)
    .map((span) => (
      <StartHandle key={span.index} span={span} duration={duration} isStop={span.index === stop} />
    ));
}

interface StartHandleProps {
  span: ChapterSpan;
  duration: number;
  isStop: boolean;
}

/** A start that is being moved. */
interface Move {
  readonly at: number;
  /** The position of the video before. */
  readonly cameFrom: number;
  /** Where the pointer was pressed, in pixels; null for keys. */
  readonly pressedX: number | null;
  readonly isDragged: boolean;
}

function StartHandle({ span: { index, start, from, title }, duration, isStop }: StartHandleProps) {
  const { edits, rules, apply } = useEditor();
  const chapters = useShown(edits, (shown) => shown.chapters);
  const playback = usePlayback();
  const [move, setMove] = useState<Move | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const bounds = startBounds(chapters, index, rules);
  const problem = moveProblem(index, bounds);
  const at = move?.at ?? from;

  const show = (next: Move) => {
    setMove(next);
    if (playback.isIdle && next.at !== at) playback.show(next.at);
  };
  const end = () => {
    clearTimeout(timer.current);
    setMove(null);
  };
  const cancel = () => {
    if (move && playback.isIdle) playback.show(move.cameFrom);
    end();
  };
  const save = (to: number) => {
    end();
    if (to === from) return;
    void apply({ kind: 'move', start, to }, null);
    hearStart(playback, to);
  };
  const begin = (pressedX: number | null): Move => ({
    at: from,
    cameFrom: playback.time,
    pressedX,
    isDragged: false,
  });

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || problem !== '') return;
    if (event.key === 'Enter' && move) save(move.at);
    const direction = directionOf(event.key);
    if (direction === 0) return;
    event.preventDefault();
    const far = Math.min(bounds.last, Math.max(bounds.first, at + direction * farStepSeconds));
    const next = event.shiftKey ? far : stepStart(at, direction, bounds, rules.lineStarts);
    show({ ...(move ?? begin(null)), at: next });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => save(next), keyPauseMs);
  };
  const take = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setMove(begin(event.clientX));
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!box || box.width === 0 || !move || move.pressedX === null || problem !== '') return;
    const isDragged = move.isDragged || Math.abs(event.clientX - move.pressedX) >= clickPx;
    if (!isDragged) return;
    const seconds = ((event.clientX - box.left) / box.width) * duration;
    show({ ...move, isDragged, at: snapStart(seconds, bounds, rules.lineStarts) });
  };
  const drop = () => {
    if (!move || move.pressedX === null) return;
    if (move.isDragged) save(move.at);
    else {
      end();
      playback.seek(from);
    }
  };

  const cancelByKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    cancel();
  });
  const isMoving = move !== null;
  useEffect(() => {
    if (!isMoving) return;
    const cancelMove = (event: globalThis.KeyboardEvent) => cancelByKey(event);
    document.addEventListener('keydown', cancelMove, true);
    return () => document.removeEventListener('keydown', cancelMove, true);
  }, [isMoving]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <Handle
      role="slider"
      data-drawn="handle"
      aria-label={strings.startOf(title)}
      aria-valuemin={Math.min(bounds.first, from)}
      aria-valuemax={Math.max(bounds.last, from)}
      aria-valuenow={at}
      aria-valuetext={formatDuration(at)}
      aria-disabled={problem !== '' || undefined}
      title={problem || `${strings.startOf(title)}: drag to move`}
      tabIndex={isStop ? 0 : -1}
      data-moving={isMoving || undefined}
      style={{ left: `${String((at / duration) * 100)}%`, zIndex: isMoving ? 1 : undefined }}
      onKeyDown={press}
      onBlur={() => {
        if (move?.pressedX === null) save(move.at);
      }}
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={cancel}
    >
      {isMoving ? (
        <chakra.span
          aria-hidden
          position="absolute"
          bottom="100%"
          left="50%"
          transform="translateX(-50%)"
          px="2"
          borderRadius="sm"
          bg="ink"
          color="canvas"
          fontSize="xs"
          lineHeight="20px"
          fontVariantNumeric="tabular-nums"
          whiteSpace="nowrap"
          pointerEvents="none"
        >
          {formatDuration(at)}
        </chakra.span>
      ) : null}
    </Handle>
  );
}

function directionOf(key: string): -1 | 0 | 1 {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return -1;
  return key === 'ArrowRight' || key === 'ArrowUp' ? 1 : 0;
}
