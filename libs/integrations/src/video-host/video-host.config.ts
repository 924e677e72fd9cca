import { z } from 'zod';

/** The part of a service's configuration that says which video host it talks to. */
export const videoHostConfig = z.object({
  MUX_TOKEN_ID: z.string().min(1, 'The video host needs a token id.'),
  MUX_TOKEN_SECRET: z.string().min(1, 'The video host needs a token secret.'),
  MUX_WEBHOOK_SECRET: z.string().min(1, 'Webhooks cannot be checked without their secret.'),
  /** The REST address of a video-engine; unset for Mux itself. */
  VIDEO_ENGINE_URL: z.url().optional(),
  /** Where browsers reach that video-engine: absolute, or root-relative behind the gateway. */
  VIDEO_ENGINE_PUBLIC_URL: z.string().optional(),
  /** The origin that browsers upload from. */
  PUBLIC_URL: z.url().optional(),
});

export type VideoHostConfig = z.infer<typeof videoHostConfig>;
