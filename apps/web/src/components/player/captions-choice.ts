import type MuxPlayerElement from '@mux/mux-player';
import { keepChoice, readChoice } from '../../lib/kept-choice.ts';

const storageKey = 'captions';

/** Whether the user last switched captions on. */
export function captionsChosen(): boolean {
  return readChoice(storageKey) === 'shown';
}

/**
 * Stores whether captions are shown, however they are switched: by the player's button, its menu, or a key.
 * @returns a function that stops this
 */
export function keepCaptionsChoice(player: MuxPlayerElement): () => void {
  const tracks = player.textTracks;
  const keep = () => {
    const captions = [...(tracks ?? [])].filter(({ kind }) => kind === 'captions' || kind === 'subtitles');
    // The captions have not been loaded yet.
    if (captions.length === 0) return;
    keepChoice(storageKey, captions.some(({ mode }) => mode === 'showing') ? 'shown' : 'hidden');
  };
  tracks?.addEventListener('change', keep);
  return () => {
    tracks?.removeEventListener('change', keep);
  };
}
