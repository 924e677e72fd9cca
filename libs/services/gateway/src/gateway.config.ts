import { z } from 'zod';

/** The gateway's own configuration. */
export const gatewayConfig = z.object({
  /** Where the product is reached from outside, such as `https://vault.example.com`; unset on a laptop. */
  PUBLIC_URL: z.url().optional(),
  /** The built web app. */
  WEB_DIR: z.string().default('./apps/web/dist'),
  /** Sign-ins, and registrations, taken from one address in a minute. */
  SIGN_IN_RATE: z.coerce.number().int().min(1).default(60),
  /** The REST address of a video-engine; unset for Mux itself. */
  VIDEO_ENGINE_URL: z.url().optional(),
  /** Where browsers reach that video-engine: absolute, or root-relative behind this gateway. */
  VIDEO_ENGINE_PUBLIC_URL: z.string().optional(),
});

export type GatewayConfig = z.infer<typeof gatewayConfig>;
