import { encodeEntities } from '@vault/webvtt';

/** A chapter on the player's time line, in seconds. */
export interface TimelineChapter {
  readonly from: number;
  readonly to: number;
  readonly title: string;
}

/** Shows these chapters, and no others, on the player's time line. */
export function replaceChapters(media: HTMLMediaElement, chapters: readonly TimelineChapter[]): void {
  const { textTracks } = media;
  const track =
    [...textTracks].find(({ kind }) => kind === 'chapters') ?? media.addTextTrack('chapters', 'chapters');
  // A disabled track has no cues.
  track.mode = 'hidden';
  for (const cue of [...(track.cues ?? [])]) track.removeCue(cue);
  // Cues contain markup, which the player reads with an HTML parser: a title must be encoded.
  for (const { from, to, title } of chapters) track.addCue(new VTTCue(from, to, encodeEntities(title)));
  // Cues that are added to a track cause no event, and the player reads them at a change of tracks.
  textTracks.dispatchEvent(new Event('change'));
}
