import { z } from 'zod';

/** The gateway's own configuration. */
export const gatewayConfig = z.object({
  /** The public address of the product, such as `https://vault.example.com`; unset for local use. */
  PUBLIC_URL: z.url().optional(),
  /** Folder of the built web app. */
  WEB_DIR: z.string().default('./apps/web/dist'),
  /** Rate limits of sign-ins and of registrations, each per address and minute. */
  SIGN_IN_RATE: z.coerce.number().int().min(1).default(60),
  /** The REST address of a video-engine; unset for Mux itself. */
  VIDEO_ENGINE_URL: z.url().optional(),
  /** The address of that video-engine for browsers: absolute, or root-relative behind this gateway. */
  VIDEO_ENGINE_PUBLIC_URL: z.string().optional(),
});

export type GatewayConfig = z.infer<typeof gatewayConfig>;
