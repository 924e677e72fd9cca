import type { VideoHostConfig } from './video-host.config.ts';

/** Mux plays and draws under its own domain, and takes uploads at storage of its own. */
const muxOrigins = ['https://*.mux.com', 'https://storage.googleapis.com'];

/** Where pages load media from, and send uploads to, beside the origin that serves them. */
export function mediaOriginsOf({
  VIDEO_ENGINE_URL,
  VIDEO_ENGINE_PUBLIC_URL,
}: Pick<VideoHostConfig, 'VIDEO_ENGINE_URL' | 'VIDEO_ENGINE_PUBLIC_URL'>): readonly string[] {
  if (VIDEO_ENGINE_URL === undefined) return muxOrigins;
  const address = VIDEO_ENGINE_PUBLIC_URL ?? VIDEO_ENGINE_URL;
  return URL.canParse(address) ? [new URL(address).origin] : [];
}
