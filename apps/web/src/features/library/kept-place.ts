import type { VirtualItem } from '@tanstack/react-virtual';

/** How the library looked when it was left. */
export interface KeptPlace {
  /** How far the page was scrolled, in pixels. */
  readonly top: number;
  /** Measured heights, so that the same place is the same number of pixels again. */
  readonly rows: VirtualItem[];
  /** The card that was last used; empty when none was. */
  readonly cardId: string;
}

const mostKept = 20;
const places = new Map<string, KeptPlace>();

/** Keeps a place for an entry of the history, for as long as the tab is not reloaded. */
export function keepPlace(entry: string, place: KeptPlace): void {
  places.delete(entry);
  places.set(entry, place);
  const [oldest] = places.keys();
  if (places.size > mostKept && oldest !== undefined) places.delete(oldest);
}

/** The place kept for an entry of the history. */
export function keptPlace(entry: string): KeptPlace | undefined {
  return places.get(entry);
}
