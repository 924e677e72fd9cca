import type { Chapter, Quote } from '@vault/contracts';
import { useSyncExternalStore } from 'react';

/** What stood in a video before something was written anew, to be put back. */
export interface UndoOffer {
  /** Epoch milliseconds until which it is offered. */
  readonly until: number;
  /** Of the record as it was written anew: a higher one has edits that putting back takes away. */
  readonly version: number;
  /** It puts back what an undo took away. */
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
const listeners = new Set<() => void>();
/** What was read last of each video: the same object for the same text. */
const known = new Map<string, { readonly text: string; readonly offer: UndoOffer | null }>();

/** Keeps what was there before, over a reload too, in the place of what was kept of that video earlier. */
export function offerUndo(videoId: string, offer: Omit<UndoOffer, 'until'>): void {
  write(videoId, JSON.stringify({ ...offer, until: Date.now() + offeredForMs } satisfies UndoOffer));
}

export function dropUndo(videoId: string): void {
  write(videoId, null);
}

/** What can be put back in a video now; it goes by itself when its time has passed. */
export function useUndoOffer(videoId: string): UndoOffer | null {
  return useSyncExternalStore(subscribe, () => read(videoId));
}

function write(videoId: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(keyOf(videoId));
    else sessionStorage.setItem(keyOf(videoId), text);
  } catch (error) {
    console.warn('What was there before cannot be kept: it cannot be put back.', error);
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // The end of an offer is seen within a second.
  const timer = setInterval(listener, 1000);
  return () => {
    clearInterval(timer);
    listeners.delete(listener);
  };
}

function read(videoId: string): UndoOffer | null {
  const text = sessionStorage.getItem(keyOf(videoId)) ?? '';
  if (known.get(videoId)?.text !== text) known.set(videoId, { text, offer: parse(text) });
  const offer = known.get(videoId)?.offer ?? null;
  return offer && offer.until > Date.now() ? offer : null;
}

/** Storage may hold anything: what is not an offer is none. */
function parse(text: string): UndoOffer | null {
  if (text === '') return null;
  try {
    const offer = JSON.parse(text) as UndoOffer | null;
    const list = offer?.before.kind === 'quotes' ? offer.before.quotes : offer?.before.chapters;
    return Number.isFinite(offer?.until) && Array.isArray(list) ? offer : null;
  } catch (error) {
    console.warn('What was there before could not be read.', error);
    return null;
  }
}
