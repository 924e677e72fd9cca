import type MuxPlayerElement from '@mux/mux-player';
import { keepChoice, readChoice } from '../../lib/kept-choice.ts';

const storageKey = 'captions';

/** Whether captions were shown when last somebody chose. */
export function captionsChosen(): boolean {
  return readChoice(storageKey) === 'shown';
}

/**
 * Keeps whether captions are shown, whoever switches them: the player's button, its menu, or a key.
 * @returns a function that ends this
 */
export function keepCaptionsChoice(player: MuxPlayerElement): () => void {
  const tracks = player.textTracks;
  const keep = () => {
    const captions = [...(tracks ?? [])].filter(({ kind }) => kind === 'captions' || kind === 'subtitles');
    // Before the captions have come there is nothing to choose.
    if (captions.length === 0) return;
    keepChoice(storageKey, captions.some(({ mode }) => mode === 'showing') ? 'shown' : 'hidden');
  };
  tracks?.addEventListener('change', keep);
  return () => {
    tracks?.removeEventListener('change', keep);
  };
}
