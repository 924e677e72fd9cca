import { z } from 'zod';
import type { VideoHostConfig } from './video-host.config.ts';

/** Configuration of a process that serves pages with media. */
export const mediaOriginConfig = z.object({
  /** Where the video engine redirects browsers to for media, such as `https://media.s3.example.com`; unset when nowhere. */
  MEDIA_ORIGIN: z
    .string()
    .refine((text) => URL.canParse(text) && new URL(text).origin === text, {
      error: 'must be an origin such as https://media.s3.example.com',
    })
    .optional(),
});

/** Origins of Mux for playback and images, and for uploads. */
const muxOrigins = ['https://*.mux.com', 'https://storage.googleapis.com'];
const muxBases = { stream: 'https://stream.mux.com', image: 'https://image.mux.com' } as const;

type Addresses = Pick<VideoHostConfig, 'VIDEO_ENGINE_URL' | 'VIDEO_ENGINE_PUBLIC_URL'> &
  z.infer<typeof mediaOriginConfig>;

/** Where a host serves media, and pictures. */
export type MediaBases = Readonly<Record<keyof typeof muxBases, string>>;

/** Other origins from which pages load media, and to which they upload. */
export function mediaOriginsOf({
  VIDEO_ENGINE_URL,
  VIDEO_ENGINE_PUBLIC_URL,
  MEDIA_ORIGIN,
}: Addresses): readonly string[] {
  if (VIDEO_ENGINE_URL === undefined) return muxOrigins;
  const address = VIDEO_ENGINE_PUBLIC_URL ?? VIDEO_ENGINE_URL;
  return [
    ...(URL.canParse(address) ? [new URL(address).origin] : []),
    ...(MEDIA_ORIGIN === undefined ? [] : [MEDIA_ORIGIN]),
  ];
}

/** @param engine address of a video-engine, or undefined for Mux's own hosts */
export function mediaBasesOf(engine: string | undefined): MediaBases {
  return engine === undefined ? muxBases : { stream: `${engine}/stream`, image: `${engine}/image` };
}
