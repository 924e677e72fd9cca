import { useState } from 'react';
import type { RefObject } from 'react';

/** The player's share of the width, in percent. */
export const panelBounds = { least: 25, most: 50, initial: 25 } as const;

export interface PanelWidth {
  readonly percent: number;
  /** Sets the share, within the bounds. */
  set(percent: number): void;
  /** Sets the share so that the panel ends at a point of the screen, in CSS pixels. */
  endAt(clientX: number): void;
}

/** The player's width on wide screens, between a quarter and a half of `columns`. */
export function usePanelWidth(columns: RefObject<HTMLElement | null>): PanelWidth {
  const [percent, setPercent] = useState<number>(panelBounds.initial);
  const set = (wanted: number) => {
    setPercent(Math.min(panelBounds.most, Math.max(panelBounds.least, wanted)));
  };
  const endAt = (clientX: number) => {
    const box = columns.current?.getBoundingClientRect();
    if (box && box.width > 0) set(((clientX - box.left) / box.width) * 100);
  };
  return { percent, set, endAt };
}
