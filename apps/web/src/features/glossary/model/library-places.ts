import type { GlossaryPlace, TranscriptChange } from '@vault/contracts';

/** The places of one video. */
export interface VideoPlaces {
  readonly videoId: string;
  readonly title: string;
  readonly places: readonly GlossaryPlace[];
}

/** Changes of the transcript of one video. */
export interface VideoChanges {
  readonly videoId: string;
  readonly title: string;
  readonly changes: readonly TranscriptChange[];
}

/** Equal for the same place in two answers. */
export const keyOf = ({ videoId, before }: GlossaryPlace): string =>
  `${videoId} ${before.map(({ start, text }) => `${String(start)} ${text}`).join('\n')}`;

/** The places by video, in the order of the answer. */
export function byVideo(places: readonly GlossaryPlace[]): VideoPlaces[] {
  const videos = new Map<string, { videoId: string; title: string; places: GlossaryPlace[] }>();
  for (const place of places) {
    const { videoId, title } = place;
    const video = videos.get(videoId);
    if (video) video.places.push(place);
    else videos.set(videoId, { videoId, title, places: [place] });
  }
  return [...videos.values()];
}

/** The changes that the chosen places make, without videos that have none. */
export function changesOf(
  videos: readonly VideoPlaces[],
  isChosen: (place: GlossaryPlace) => boolean,
): VideoChanges[] {
  return videos
    .map(({ videoId, title, places }) => ({
      videoId,
      title,
      changes: places.filter(isChosen).map(({ before, after }) => ({ before, after })),
    }))
    .filter(({ changes }) => changes.length > 0);
}

/** How many lines the changes of some videos have. */
export const countLines = (videos: readonly Pick<VideoChanges, 'changes'>[]): number =>
  videos.reduce((sum, { changes }) => sum + changes.length, 0);
