import { chakra } from '@chakra-ui/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import type { LibraryVideo } from '../../../api/merge-library.ts';
import { useMedia } from '../../../lib/browser/use-media.ts';
import type { CardEntries } from '../model/card-entries.ts';
import { layoutRows } from '../model/layout-rows.ts';
import { libraryStrings as strings } from '../library.strings.ts';
import { rowGapPx, useCardRows } from '../model/use-card-rows.ts';
import { VideoCard } from './video-card.tsx';

interface UsedCard {
  readonly cardId: string;
  readonly onFocus: (event: FocusEvent) => void;
}

function cardOf(list: HTMLElement | null, id: string): HTMLElement | null {
  const cards = list?.querySelectorAll<HTMLElement>('[data-card]') ?? [];
  return [...cards].find(({ dataset }) => dataset['card'] === id) ?? null;
}

/** Focuses a card without a scroll. */
function focusCard(list: HTMLElement | null, id: string): void {
  cardOf(list, id)?.querySelector('a')?.focus({ preventScroll: true });
}

/** Remembers the card that had the focus last. When it is removed, the card at its position gets the focus. */
function useUsedCard(
  list: RefObject<HTMLElement | null>,
  videos: readonly LibraryVideo[],
  initialId: string,
): UsedCard {
  const [cardId, setCardId] = useState(initialId);
  const index = useRef(-1);

  useLayoutEffect(() => {
    const found = videos.findIndex(({ id }) => id === cardId);
    if (found >= 0 || cardId === '') {
      index.current = found;
      return;
    }
    const isFocusLost = document.activeElement === null || document.activeElement === document.body;
    const successor = videos[Math.min(index.current, videos.length - 1)];
    if (isFocusLost && successor) focusCard(list.current, successor.id);
  }, [list, videos, cardId]);

  return {
    cardId,
    onFocus: ({ target }) => {
      const id = target.closest<HTMLElement>('[data-card]')?.dataset['card'];
      if (id !== undefined) setCardId(id);
    },
  };
}

/** The scroll state of the library when it was left. */
interface ListScrollPosition {
  /** How far the page was scrolled, in pixels. */
  readonly top: number;
  /** The card that was last used; empty when none was. */
  readonly cardId: string;
}

const maxPositions = 20;
const positions = new Map<string, ListScrollPosition>();

/** Keeps the position of a history entry until the tab is reloaded. */
function keepScrollPosition(entry: string, position: ListScrollPosition): void {
  positions.delete(entry);
  positions.set(entry, position);
  const [oldest] = positions.keys();
  if (positions.size > maxPositions && oldest !== undefined) positions.delete(oldest);
}

/** The stored position of a history entry. */
function storedScrollPosition(entry: string): ListScrollPosition | undefined {
  return positions.get(entry);
}

/** The next page is loaded this many rows before the end, so that users rarely wait for it. */
const rowsAhead = 8;

/** Takes the height of rows that are not in the document. */
function Gap({ px }: { px: number }) {
  return <div aria-hidden style={{ gridColumn: '1 / -1', height: px }} />;
}

interface VideoGridProps {
  videos: readonly LibraryVideo[];
  /** All videos of the library, also those not loaded yet. */
  total: number;
  isLoadingMore: boolean;
  /** Called when the user scrolls near the end of the loaded videos. */
  onNearEnd: () => void;
  entriesOf?: CardEntries;
}

/** The cards, in two columns on wide screens. In long libraries only rows near the viewport are in the document. */
export function VideoGrid({ videos, total, isLoadingMore, onNearEnd, entriesOf }: VideoGridProps) {
  const { key: entry } = useLocation();
  const isReturning = useNavigationType() === NavigationType.Pop;
  const [savedPosition] = useState(() => (isReturning ? storedScrollPosition(entry) : undefined));
  const columns = useMedia('(min-width: 768px)') ? 2 : 1;
  const list = useRef<HTMLDivElement>(null);
  const used = useUsedCard(list, videos, savedPosition?.cardId ?? '');
  const usedAt = videos.findIndex(({ id }) => id === used.cardId);
  const count = Math.ceil(videos.length / columns);
  const rows = useCardRows({
    list,
    count,
    order: videos,
    usedRow: usedAt < 0 ? -1 : Math.floor(usedAt / columns),
  });
  const lastRow = rows.mounted.at(-1)?.index ?? 0;

  useEffect(() => {
    if (lastRow >= count - rowsAhead) onNearEnd();
  }, [lastRow, count, onNearEnd]);

  useLayoutEffect(() => {
    if (!savedPosition) return;
    const card = cardOf(list.current, savedPosition.cardId);
    // Rows that are not measured yet have other heights than before, so the card says where to be, not the distance.
    if (card) card.scrollIntoView({ block: 'center' });
    else window.scrollTo(0, savedPosition.top);
    focusCard(list.current, savedPosition.cardId);
  }, [savedPosition]);

  const { cardId } = used;
  useLayoutEffect(() => () => keepScrollPosition(entry, { top: window.scrollY, cardId }), [entry, cardId]);

  const cellsOf = (row: number) =>
    videos.slice(row * columns, (row + 1) * columns).map((video, column) => (
      <chakra.div key={video.id} ref={rows.measure} data-row={row} data-card={video.id} minWidth="0">
        <VideoCard video={video} at={row * columns + column + 1} of={total} entriesOf={entriesOf} />
      </chakra.div>
    ));

  return (
    <chakra.div
      ref={list}
      // Assistive technology would announce an empty feed.
      role={videos.length > 0 ? 'feed' : undefined}
      aria-label={videos.length > 0 ? strings.title : undefined}
      aria-busy={isLoadingMore}
      style={{ gridTemplateColumns: `repeat(${String(columns)}, minmax(0, 1fr))`, rowGap: rowGapPx }}
      onFocus={used.onFocus}
      display="grid"
      columnGap={{ base: '6', lg: '8' }}
    >
      {layoutRows(rows.mounted, { topPx: rows.topPx, bottomPx: rows.bottomPx, rowGapPx, count }).flatMap(
        (child) =>
          'row' in child ? (
            cellsOf(child.row)
          ) : (
            <Gap key={`gap ${String(child.beforeRow)}`} px={child.gapPx} />
          ),
      )}
    </chakra.div>
  );
}
