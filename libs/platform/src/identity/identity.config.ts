import { z } from 'zod';
import { parseKeyList } from './key-list.ts';

/** What a service that signs people in reads from the environment; its own config extends it. */
export const identityConfig = z.object({
  /** Where the signing key is kept when `JWT_KEYS` is unset. */
  DATA_DIR: z.string().default('./data'),
  /**
   * A JSON list of ES256 private keys, each a JWK or `{ "kid", "pem" }`. All verify; the last one signs, so a new key is
   * appended and an old one taken off when its sessions are over (30 days). Needed when more than one process answers.
   */
  JWT_KEYS: z
    .string()
    .transform((text, context) => {
      const { keys, problem } = parseKeyList(text);
      if (problem) context.addIssue({ code: 'custom', message: problem });
      return keys;
    })
    .optional(),
});

export type IdentityConfig = z.infer<typeof identityConfig>;
