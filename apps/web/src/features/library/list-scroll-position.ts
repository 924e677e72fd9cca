import type { VirtualItem } from '@tanstack/react-virtual';

/** The scroll state of the library when it was left. */
export interface ListScrollPosition {
  /** How far the page was scrolled, in pixels. */
  readonly top: number;
  /** Measured row heights, so that `top` shows the same rows again. */
  readonly rows: VirtualItem[];
  /** The card that was last used; empty when none was. */
  readonly cardId: string;
}

const maxKept = 20;
const positions = new Map<string, ListScrollPosition>();

/** Keeps the position of a history entry until the tab is reloaded. */
export function keepScrollPosition(entry: string, position: ListScrollPosition): void {
  positions.delete(entry);
  positions.set(entry, position);
  const [oldest] = positions.keys();
  if (positions.size > maxKept && oldest !== undefined) positions.delete(oldest);
}

/** The position kept for a history entry. */
export function keptScrollPosition(entry: string): ListScrollPosition | undefined {
  return positions.get(entry);
}
