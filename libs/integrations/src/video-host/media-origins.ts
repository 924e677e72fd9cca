import type { VideoHostConfig } from './video-host.config.ts';

/** Origins of Mux for playback and images, and for uploads. */
const muxOrigins = ['https://*.mux.com', 'https://storage.googleapis.com'];
const muxBases = { stream: 'https://stream.mux.com', image: 'https://image.mux.com' } as const;

type Addresses = Pick<VideoHostConfig, 'VIDEO_ENGINE_URL' | 'VIDEO_ENGINE_PUBLIC_URL'>;

/** Where a host serves media, and pictures. */
export type MediaBases = Readonly<Record<keyof typeof muxBases, string>>;

/** Other origins from which pages load media, and to which they upload. */
export function mediaOriginsOf({ VIDEO_ENGINE_URL, VIDEO_ENGINE_PUBLIC_URL }: Addresses): readonly string[] {
  if (VIDEO_ENGINE_URL === undefined) return muxOrigins;
  const address = VIDEO_ENGINE_PUBLIC_URL ?? VIDEO_ENGINE_URL;
  return URL.canParse(address) ? [new URL(address).origin] : [];
}

/** @param engine address of a video-engine, or undefined for Mux's own hosts */
export function mediaBasesOf(engine: string | undefined): MediaBases {
  return engine === undefined ? muxBases : { stream: `${engine}/stream`, image: `${engine}/image` };
}
