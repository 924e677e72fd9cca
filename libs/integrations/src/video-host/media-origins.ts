import type { VideoHostConfig } from './video-host.config.ts';

/** Origins of Mux for playback and images, and for uploads. */
const muxOrigins = ['https://*.mux.com', 'https://storage.googleapis.com'];

type Addresses = Pick<VideoHostConfig, 'VIDEO_ENGINE_URL' | 'VIDEO_ENGINE_PUBLIC_URL'>;

/** Other origins from which pages load media, and to which they upload. */
export function mediaOriginsOf({ VIDEO_ENGINE_URL, VIDEO_ENGINE_PUBLIC_URL }: Addresses): readonly string[] {
  if (VIDEO_ENGINE_URL === undefined) return muxOrigins;
  const address = VIDEO_ENGINE_PUBLIC_URL ?? VIDEO_ENGINE_URL;
  return URL.canParse(address) ? [new URL(address).origin] : [];
}

/** The address at which a service reads a file whose address is meant for browsers. */
export function serverAddressOf(
  address: string,
  { VIDEO_ENGINE_URL: engine, VIDEO_ENGINE_PUBLIC_URL: publicEngine }: Addresses,
): string {
  const isOfEngine = publicEngine !== undefined && address.startsWith(`${publicEngine}/`);
  return engine !== undefined && isOfEngine ? `${engine}${address.slice(publicEngine.length)}` : address;
}
