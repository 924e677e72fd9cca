import { mediaBasesOf } from './media-origins.ts';
import type { PlaybackUrls } from './video-host.ts';

/** Time of the poster image in the video, in seconds: after a title has faded in. */
const posterSeconds = 2;

/**
 * The urls of one playback id, without tokens.
 * @param base address of a video-engine, or undefined for Mux's own hosts
 */
export function playbackUrls(playbackId: string, base: string | undefined): PlaybackUrls {
  const { stream, image } = mediaBasesOf(base);
  return {
    stream: `${stream}/${playbackId}.m3u8`,
    thumbnail: `${image}/${playbackId}/thumbnail.jpg?time=${String(posterSeconds)}`,
    storyboard: `${image}/${playbackId}/storyboard.vtt`,
    download: (name) => `${stream}/${playbackId}/${name}`,
    captions: (trackId) => `${stream}/${playbackId}/text/${trackId}.vtt`,
  };
}
