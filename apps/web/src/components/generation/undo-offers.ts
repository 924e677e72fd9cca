import type { Chapter, Quote } from '@vault/contracts';
import { useSyncExternalStore } from 'react';
import { Listeners } from '../../lib/state/listeners.ts';

/** The content of a video before a generation replaced it, which the user can restore. */
export interface UndoOffer {
  /** Time when the offer expires, in epoch milliseconds. */
  readonly until: number;
  /** Version of the record after the generation: a higher version has edits that restoring would remove. */
  readonly version: number;
  /** Whether it restores what an undo removed. */
  readonly isRedo: boolean;
  readonly before:
    | { readonly kind: 'chapters'; readonly chapters: readonly Chapter[] }
    | {
        readonly kind: 'quotes';
        readonly start: string;
        readonly chapterTitle: string;
        readonly quotes: readonly Quote[];
      };
}

const offeredForMs = 10 * 60 * 1000;
const keyOf = (videoId: string) => `undo:${videoId}`;
const listeners = new Listeners();
/** The last parsed offer of each video, so that equal texts return the same object. */
const parsedOffers = new Map<string, { readonly text: string; readonly offer: UndoOffer | null }>();

/** Stores the previous content in the session storage, replacing an earlier offer for the video. */
export function offerUndo(videoId: string, offer: Omit<UndoOffer, 'until'>): void {
  write(videoId, JSON.stringify({ ...offer, until: Date.now() + offeredForMs } satisfies UndoOffer));
}

export function dropUndo(videoId: string): void {
  write(videoId, null);
}

/** The current offer of a video; null when there is none or it has expired. */
export function useUndoOffer(videoId: string): UndoOffer | null {
  return useSyncExternalStore(subscribe, () => read(videoId));
}

function write(videoId: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(keyOf(videoId));
    else sessionStorage.setItem(keyOf(videoId), text);
  } catch (error) {
    console.warn('The previous content could not be stored: undo is not available.', error);
  }
  listeners.notify();
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = listeners.subscribe(listener);
  // An expired offer disappears within a second.
  const timer = setInterval(listener, 1000);
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}

function read(videoId: string): UndoOffer | null {
  const text = sessionStorage.getItem(keyOf(videoId)) ?? '';
  if (parsedOffers.get(videoId)?.text !== text) parsedOffers.set(videoId, { text, offer: parse(text) });
  const offer = parsedOffers.get(videoId)?.offer ?? null;
  return offer && offer.until > Date.now() ? offer : null;
}

/** Parses a stored offer; null when the text is not a valid offer. */
function parse(text: string): UndoOffer | null {
  if (text === '') return null;
  try {
    const offer = JSON.parse(text) as UndoOffer | null;
    const list = offer?.before.kind === 'quotes' ? offer.before.quotes : offer?.before.chapters;
    return Number.isFinite(offer?.until) && Array.isArray(list) ? offer : null;
  } catch (error) {
    console.warn('The stored undo offer could not be read.', error);
    return null;
  }
}
