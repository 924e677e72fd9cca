import { chakra } from '@chakra-ui/react';
import { memo, useCallback, useEffect, useMemo, useRef } from 'react';
import type { KeyboardEvent, CSSProperties } from 'react';
import { usePlayback, usePlaybackValue } from '../../../components/player/playback.ts';
import { chapterSpans, spanAt } from '../../../lib/video/chapter-spans.ts';
import { ChapterRow } from './chapter-row.tsx';
import { useEditor, useShown } from '../model/editor-context.ts';
import type { RowFocus } from './use-chapter-structure.tsx';

const controls = '[data-control] button, [data-control] textarea, button[data-control]';

/** Whether an element is rendered: some controls are hidden on narrow screens. */
const isShown = (element: Element) => element.getClientRects().length > 0;

/** Whether an arrow key moves the caret of a text. Not when all text is selected, as it is after arrow navigation. */
function isTyping(target: EventTarget): boolean {
  if (!(target instanceof HTMLTextAreaElement)) return false;
  return target.selectionEnd - target.selectionStart < target.value.length;
}

function controlsOf(row: Element): HTMLElement[] {
  const toolbar = row.querySelector('[role=toolbar]') ?? row;
  return [...toolbar.querySelectorAll<HTMLElement>(controls)].filter(isShown);
}

const controlName = (element: Element) =>
  element.closest<HTMLElement>('[data-control]')?.dataset['control'] ?? '';

function goTo(element: HTMLElement): void {
  element.focus();
  if (element instanceof HTMLTextAreaElement) element.select();
}

/** The control that a key moves the focus to; undefined when there is none. */
function controlAfter(key: string, list: Element, control: Element): HTMLElement | undefined {
  const rows = [...list.children];
  const at = rows.findIndex((row) => row.contains(control));
  const all = controlsOf(rows[at] ?? list);
  const position = all.findIndex((each) => each.contains(control));
  if (key === 'ArrowLeft') return all.at(position - 1);
  if (key === 'ArrowRight') return all[(position + 1) % all.length];
  const next = rows[at + (key === 'ArrowUp' ? -1 : 1)];
  return next && controlsOf(next).find((each) => controlName(each) === controlName(control));
}

/**
 * Arrow keys in the list: left and right move between the controls of a row, up and down to the same control of the
 * previous or next row.
 * @param isKeyboardFocus whether the keyboard set the focus; after a click left and right belong to the player
 */
function handleRowKeys(event: KeyboardEvent<HTMLElement>, isKeyboardFocus: boolean): void {
  const target = event.target as Element;
  const isSideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
  if (!isSideways && event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (controlName(target) === '' || isTyping(target) || (isSideways && !isKeyboardFocus)) return;
  const next = controlAfter(event.key, event.currentTarget, target);
  if (!next) return;
  event.preventDefault();
  goTo(next);
}

interface ChapterListProps {
  /** Seconds. */
  duration: number;
  /** The video's thumbnail url; chapters show other moments of it. */
  thumbnail: string;
  /** The time in the address of the page, in seconds: its chapter gets the focus. */
  startTime?: number | undefined;
  /** The chapter whose start is edited in fields; null when none is. */
  editedStart: string | null;
  /** The control that gets the focus, once for each object. */
  focus: RowFocus | null;
  /** The starts of the expanded chapters. */
  open: ReadonlySet<string>;
  onOpen: (change: (open: ReadonlySet<string>) => ReadonlySet<string>) => void;
}

/** All chapters. The one that plays is marked. */
export const ChapterList = memo(function ChapterList({
  duration,
  thumbnail,
  startTime,
  editedStart,
  focus,
  open,
  onOpen,
}: ChapterListProps) {
  const { edits } = useEditor();
  const chapters = useShown(edits, ({ chapters }) => chapters);
  const spans = useMemo(() => chapterSpans(chapters, duration), [chapters, duration]);
  const playback = usePlayback();
  const active = usePlaybackValue((seconds) => spanAt(spans, seconds));
  const isUsed = usePlaybackValue(() => playback.isUsed);
  const list = useRef<HTMLOListElement>(null);
  const arrival = startTime === undefined ? -1 : spanAt(spans, startTime);

  /** Whether a pointer is pressed, and whether the keyboard set the focus. */
  const isPressed = useRef(false);
  const isKeyboardFocus = useRef(true);

  const hasArrived = useRef(false);
  useEffect(() => {
    if (arrival < 0 || hasArrived.current) return;
    hasArrived.current = true;
    const row = list.current?.children[arrival];
    row?.scrollIntoView({ block: 'center' });
    row?.querySelector('button')?.focus({ preventScroll: true });
  }, [arrival]);

  useEffect(() => {
    if (!focus) return;
    const at = edits.shown.chapters.findIndex(({ start }) => start === focus.start);
    const row = list.current?.children[at];
    const found = row && [...row.querySelectorAll<HTMLElement>(controls)];
    const control = found?.find((each) => controlName(each) === focus.control);
    if (control) goTo(control);
  }, [edits, focus]);

  // Its quotes are what people come for. Only once: later the list must not move while somebody reads.
  const hasOpened = useRef(false);
  const playing = isUsed ? chapters[active]?.start : undefined;
  useEffect(() => {
    if (playing === undefined || hasOpened.current) return;
    hasOpened.current = true;
    onOpen((before) => (before.size > 0 ? before : new Set([playing])));
  }, [playing, onOpen]);

  const toggle = useCallback(
    (start: string) => {
      onOpen((before) => {
        const next = new Set(before);
        if (!next.delete(start)) next.add(start);
        return next;
      });
    },
    [onOpen],
  );

  return (
    <chakra.ol
      ref={list}
      style={{ '--time-width': duration < 3600 ? '44px' : '68px' } as CSSProperties}
      onPointerDown={() => {
        isPressed.current = true;
      }}
      onPointerUp={() => {
        isPressed.current = false;
      }}
      onFocus={() => {
        isKeyboardFocus.current = !isPressed.current;
        isPressed.current = false;
      }}
      onKeyDown={(event) => handleRowKeys(event, isKeyboardFocus.current)}
    >
      {chapters.map((chapter, index) => (
        <ChapterRow
          key={chapter.start}
          chapter={chapter}
          index={index}
          from={spans[index]?.from ?? 0}
          to={spans[index]?.to ?? 0}
          duration={duration}
          thumbnail={thumbnail}
          isNow={index === active}
          isPlaying={isUsed && index === active}
          isArrival={index === arrival}
          isOpen={open.has(chapter.start)}
          isStartEdited={chapter.start === editedStart}
          onToggle={toggle}
        />
      ))}
    </chakra.ol>
  );
});
