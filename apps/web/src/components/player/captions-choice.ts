import { storeChoice, readStored } from '../../lib/browser/local-storage.ts';

const storageKey = 'captions';

/** Shows captions if the user last switched them on. */
export function applyCaptionsChoice(captions: HTMLTrackElement | null): void {
  if (captions && readStored(storageKey) === 'shown') captions.track.mode = 'showing';
}

/**
 * Stores whether captions are shown, however they are switched: by the player's button, the browser, or a key.
 * @returns a function that stops this
 */
export function storeCaptionsChoice(media: HTMLMediaElement): () => void {
  const tracks = media.textTracks;
  const keep = () => {
    const captions = [...tracks].filter(({ kind }) => kind === 'captions' || kind === 'subtitles');
    // The captions have not been loaded yet.
    if (captions.length === 0) return;
    storeChoice(storageKey, captions.some(({ mode }) => mode === 'showing') ? 'shown' : 'hidden');
  };
  tracks.addEventListener('change', keep);
  return () => tracks.removeEventListener('change', keep);
}
