import { z } from 'zod';

/** One secret; while it changes two, with a comma between: the first is used, each is accepted. */
const changingSecret = z
  .string()
  .transform((text): [string, ...string[]] => {
    const [first = '', ...others] = text.split(',').map((secret) => secret.trim());
    return [first, ...others];
  })
  .refine((list) => list.length <= 2 && !list.includes(''), {
    error: 'must be set; while it changes, two with a comma between',
  });

/** The credentials between the product and its video host. */
export const videoHostSecrets = z.object({
  MUX_TOKEN_ID: z.string().min(1, 'must be set'),
  MUX_TOKEN_SECRET: changingSecret,
  /** Signs webhooks. */
  MUX_WEBHOOK_SECRET: changingSecret,
});

/** Configuration of the video host. */
export const videoHostConfig = z.object({
  ...videoHostSecrets.shape,
  /** The REST address of a video-engine; unset for Mux itself. */
  VIDEO_ENGINE_URL: z.url().optional(),
  /** The address of that video-engine for browsers: absolute, or root-relative behind the gateway. */
  VIDEO_ENGINE_PUBLIC_URL: z.string().optional(),
  /** The origin of the pages that upload. */
  PUBLIC_URL: z.url().optional(),
});

export type VideoHostConfig = z.infer<typeof videoHostConfig>;
