import type { VideoHostConfig } from './video-host.config.ts';

/** Origins of Mux for playback and images, and for uploads. */
const muxOrigins = ['https://*.mux.com', 'https://storage.googleapis.com'];

/** Other origins from which pages load media, and to which they upload. */
export function mediaOriginsOf({
  VIDEO_ENGINE_URL,
  VIDEO_ENGINE_PUBLIC_URL,
}: Pick<VideoHostConfig, 'VIDEO_ENGINE_URL' | 'VIDEO_ENGINE_PUBLIC_URL'>): readonly string[] {
  if (VIDEO_ENGINE_URL === undefined) return muxOrigins;
  const address = VIDEO_ENGINE_PUBLIC_URL ?? VIDEO_ENGINE_URL;
  return URL.canParse(address) ? [new URL(address).origin] : [];
}
