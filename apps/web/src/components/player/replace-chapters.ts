import type MuxPlayerElement from '@mux/mux-player';
import { encodeEntities } from '@vault/webvtt';

/** A chapter on the player's time line, in seconds. */
export interface TimelineChapter {
  readonly from: number;
  readonly to: number;
  readonly title: string;
}

/** The player only ever appends chapters, so the old ones are taken out of their track first. */
function clearChapters(player: MuxPlayerElement): void {
  const track = [...(player.textTracks ?? [])].find(
    ({ kind, label }) => kind === 'chapters' || label === 'chapters',
  );
  for (const cue of [...(track?.cues ?? [])]) track?.removeCue(cue);
}

/**
 * Shows these chapters on the time line once the media is known.
 * @returns a function that gives up waiting
 */
export function replaceChapters(player: MuxPlayerElement, chapters: readonly TimelineChapter[]): () => void {
  const show = () => {
    clearChapters(player);
    void player.addChapters(
      // Cues hold markup: the player reads them with an HTML parser, and would take parts of a title for elements.
      chapters.map(({ from, to, title }) => ({ startTime: from, endTime: to, value: encodeEntities(title) })),
    );
  };
  // The event may have passed before anybody could listen.
  if (player.readyState >= 1) show();
  player.addEventListener('loadedmetadata', show);
  return () => {
    player.removeEventListener('loadedmetadata', show);
  };
}
