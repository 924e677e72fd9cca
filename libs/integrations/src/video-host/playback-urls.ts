import type { PlaybackUrls } from './video-host.ts';

/** Seconds into the video that the card's picture is taken at: past a title that fades in. */
const posterSeconds = 2;

/**
 * Urls of what a video host serves for one playback id.
 * @param base where a video-engine is reached, or undefined for Mux's own hosts
 */
export function playbackUrls(playbackId: string, base: string | undefined): PlaybackUrls {
  const stream = base === undefined ? 'https://stream.mux.com' : `${base}/stream`;
  const image = base === undefined ? 'https://image.mux.com' : `${base}/image`;
  return {
    stream: `${stream}/${playbackId}.m3u8`,
    thumbnail: `${image}/${playbackId}/thumbnail.jpg?time=${String(posterSeconds)}`,
    storyboard: `${image}/${playbackId}/storyboard.vtt`,
    download: (name) => `${stream}/${playbackId}/${name}`,
    captions: (trackId) => `${stream}/${playbackId}/text/${trackId}.vtt`,
  };
}
