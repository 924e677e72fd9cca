import { useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, RefObject } from 'react';
import type { LibraryVideo } from '../../api/library.ts';

interface UsedCard {
  readonly cardId: string;
  readonly onFocus: (event: FocusEvent) => void;
}

function cardOf(list: HTMLElement | null, id: string): HTMLElement | null {
  const cards = list?.querySelectorAll<HTMLElement>('[data-card]') ?? [];
  return [...cards].find(({ dataset }) => dataset['card'] === id) ?? null;
}

/** Focuses a card without scrolling. */
export function focusCard(list: HTMLElement | null, id: string): void {
  cardOf(list, id)?.querySelector('a')?.focus({ preventScroll: true });
}

/** Remembers the card that had the focus last. When it is removed, the card at its position gets the focus. */
export function useUsedCard(
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
