import { chakra } from '@chakra-ui/react';
import { memo, useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { CSSProperties } from 'react';
import { usePlaybackValue } from '../../components/player/playback.ts';
import { chapterSpans, spanAt } from '../../lib/chapter-spans.ts';
import { ChapterRow } from './chapter-row.tsx';
import { useEditor } from './editor-context.ts';
import { handleRowKeys } from './row-keys.ts';

interface ChapterListProps {
  /** Seconds. */
  duration: number;
  /** The video's thumbnail url; chapters show other moments of it. */
  thumbnail: string;
  /** The time in the address of the page, in seconds: its chapter gets the focus. */
  startTime?: number | undefined;
  /** The starts of the expanded chapters. */
  open: ReadonlySet<string>;
  onOpen: (change: (open: ReadonlySet<string>) => ReadonlySet<string>) => void;
}

/** All chapters. The one that plays is marked. */
export const ChapterList = memo(function ChapterList({
  duration,
  thumbnail,
  startTime,
  open,
  onOpen,
}: ChapterListProps) {
  const { edits } = useEditor();
  const chapters = useSyncExternalStore(edits.subscribe, () => edits.chapters);
  const spans = useMemo(() => chapterSpans(chapters, duration), [chapters, duration]);
  const active = usePlaybackValue((seconds) => spanAt(spans, seconds));
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
      listStyle="none"
      p="0"
      m="0"
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
      onKeyDown={(event) => {
        handleRowKeys(event, isKeyboardFocus.current);
      }}
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
          isArrival={index === arrival}
          isOpen={open.has(chapter.start)}
          onToggle={toggle}
        />
      ))}
    </chakra.ol>
  );
});
