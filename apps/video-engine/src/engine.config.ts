import { engineSettings } from '@vault/integrations/own-engine';
import { z } from 'zod';

/** What the video engine reads from the environment beside what every process reads. */
export const engineConfig = z.object({
  /** The HTTP basic authentication of its REST part, as services know it. */
  MUX_TOKEN_ID: z.string().min(1, 'The video engine needs a token id.'),
  MUX_TOKEN_SECRET: z.string().min(1, 'The video engine needs a token secret.'),
  /** Signs the webhooks. */
  MUX_WEBHOOK_SECRET: z.string().min(1, 'Webhooks cannot be signed without their secret.'),
  /** Where the gateway takes webhooks, such as `http://gateway:5000/api/webhooks/mux`. */
  WEBHOOK_URL: z.url(),
  /** Where browsers reach this engine, such as `https://media.example.com/media`; it ends every url it gives out. */
  VIDEO_ENGINE_PUBLIC_URL: z.url(),
  ...engineSettings.shape,
});
