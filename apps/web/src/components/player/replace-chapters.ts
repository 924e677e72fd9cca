import type MuxPlayerElement from '@mux/mux-player';
import { encodeEntities } from '@vault/webvtt';

/** A chapter on the player's time line, in seconds. */
export interface TimelineChapter {
  readonly from: number;
  readonly to: number;
  readonly title: string;
}

/** Removes the chapters from their track: the player itself only appends chapters. */
function clearChapters(player: MuxPlayerElement): void {
  const track = [...(player.textTracks ?? [])].find(
    ({ kind, label }) => kind === 'chapters' || label === 'chapters',
  );
  for (const cue of [...(track?.cues ?? [])]) track?.removeCue(cue);
}

/**
 * Shows these chapters on the time line once the media is known.
 * @returns a function that stops waiting
 */
export function replaceChapters(player: MuxPlayerElement, chapters: readonly TimelineChapter[]): () => void {
  const show = () => {
    clearChapters(player);
    void player.addChapters(
      // Cues contain markup, which the player reads with an HTML parser: a title must be encoded.
      chapters.map(({ from, to, title }) => ({ startTime: from, endTime: to, value: encodeEntities(title) })),
    );
  };
  // The event may have fired before.
  if (player.readyState >= 1) show();
  player.addEventListener('loadedmetadata', show);
  return () => {
    player.removeEventListener('loadedmetadata', show);
  };
}
