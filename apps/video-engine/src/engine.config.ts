import { engineSettings } from '@vault/integrations/own-engine';
import { z } from 'zod';

/** The configuration of the video engine, in addition to that of every process. */
export const engineConfig = z.object({
  /** HTTP basic authentication of its REST API. */
  MUX_TOKEN_ID: z.string().min(1, 'The video engine needs a token id.'),
  MUX_TOKEN_SECRET: z.string().min(1, 'The video engine needs a token secret.'),
  /** Signs the webhooks. */
  MUX_WEBHOOK_SECRET: z.string().min(1, 'Webhooks cannot be signed without their secret.'),
  /** Where the gateway takes webhooks, such as `http://gateway:5000/api/webhooks/mux`. */
  WEBHOOK_URL: z.url(),
  /**
   * Where browsers reach this engine, such as `https://media.example.com/media`; all urls that it returns begin with
   * it.
   */
  VIDEO_ENGINE_PUBLIC_URL: z.url(),
  ...engineSettings.shape,
});
