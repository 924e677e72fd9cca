import { z } from 'zod';
import { changingSecret } from './changing-secret.ts';
import { playbackConfig } from './playback-keys.ts';

/** The credentials between the product and its video host. */
export const videoHostSecrets = z.object({
  MUX_TOKEN_ID: z.string().min(1, 'must be set'),
  MUX_TOKEN_SECRET: changingSecret,
  /** Signs webhooks. */
  MUX_WEBHOOK_SECRET: changingSecret,
  ...playbackConfig.shape,
});

/** Configuration of the video host. */
export const videoHostConfig = z.object({
  ...videoHostSecrets.shape,
  /** The REST address of a video-engine; unset for Mux itself. */
  VIDEO_ENGINE_URL: z.url().optional(),
  /** The address of that video-engine for browsers: absolute, or root-relative behind the gateway. */
  VIDEO_ENGINE_PUBLIC_URL: z.string().optional(),
  /** The speech server of that video-engine: with one it recognises any language. */
  SPEECH_BASE_URL: z.url().optional(),
  /** The origin of the pages that upload. */
  PUBLIC_URL: z.url().optional(),
});

export type VideoHostConfig = z.infer<typeof videoHostConfig>;
