import { useState } from 'react';
import { storeChoice, readStored } from '../../../lib/browser/local-storage.ts';

/** The player's share of the page's width, in percent. */
export const panelBounds = { min: 25, max: 50, initial: 25 } as const;

const storageKey = 'player-width';

export interface PanelWidth {
  readonly percent: number;
  /** Sets the share within the bounds, and stores it in this browser. */
  set(percent: number): void;
}

function clamp(percent: number): number {
  return Math.min(panelBounds.max, Math.max(panelBounds.min, percent));
}

function storedPercent(): number {
  const storedWidth = Number.parseFloat(readStored(storageKey) ?? '');
  return Number.isFinite(storedWidth) ? clamp(storedWidth) : panelBounds.initial;
}

/** The player's width on wide screens, between a quarter and a half of the page. */
export function usePanelWidth(): PanelWidth {
  const [percent, setPercent] = useState(storedPercent);
  const set = (width: number) => {
    const next = clamp(width);
    setPercent(next);
    storeChoice(storageKey, next.toFixed(1));
  };
  return { percent, set };
}
