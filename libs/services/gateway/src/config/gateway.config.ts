import { mediaOriginConfig, playbackConfig } from '@vault/integrations/media';
import { siteConfig } from '@vault/site';
import { z } from 'zod';

/** The gateway's own configuration. */
export const gatewayConfig = z.object({
  ...siteConfig.shape,
  /** Rate limits of sign-ins and of registrations, each per address and minute. */
  SIGN_IN_RATE: z.coerce.number().int().min(1).default(60),
  /** The address of that video-engine for browsers: absolute, or root-relative behind this gateway. */
  VIDEO_ENGINE_PUBLIC_URL: z.string().optional(),
  ...mediaOriginConfig.shape,
  ...playbackConfig.shape,
});

export type GatewayConfig = z.infer<typeof gatewayConfig>;
