import { engineSettings, videoHostSecrets } from '@vault/integrations/own-engine';
import { z } from 'zod';

/** The configuration of the video engine, in addition to the common one. */
export const engineConfig = z.object({
  ...videoHostSecrets.shape,
  /** Where the gateway takes webhooks, such as `http://gateway:5000/api/webhooks/mux`. */
  WEBHOOK_URL: z.url(),
  /**
   * Where browsers reach this engine, such as `https://media.example.com/media`; all urls that it returns begin with
   * it.
   */
  VIDEO_ENGINE_PUBLIC_URL: z.url(),
  ...engineSettings.shape,
});
