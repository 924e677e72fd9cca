import { z } from 'zod';

/** Configuration of the video host. */
export const videoHostConfig = z.object({
  MUX_TOKEN_ID: z.string().min(1, 'The video host needs a token id.'),
  MUX_TOKEN_SECRET: z.string().min(1, 'The video host needs a token secret.'),
  MUX_WEBHOOK_SECRET: z.string().min(1, 'Webhooks cannot be checked without their secret.'),
  /** The REST address of a video-engine; unset for Mux itself. */
  VIDEO_ENGINE_URL: z.url().optional(),
  /** The address of that video-engine for browsers: absolute, or root-relative behind the gateway. */
  VIDEO_ENGINE_PUBLIC_URL: z.string().optional(),
  /** The origin of the pages that upload. */
  PUBLIC_URL: z.url().optional(),
});

export type VideoHostConfig = z.infer<typeof videoHostConfig>;
