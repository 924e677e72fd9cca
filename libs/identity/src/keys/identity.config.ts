import { z } from 'zod';
import { parseKeyList } from './key-list.ts';

/** The configuration of a service that signs people in; its own config extends it. */
export const identityConfig = z.object({
  /** The folder of the signing key when `JWT_KEYS` is unset. */
  DATA_DIR: z.string().default('./data'),
  /**
   * A JSON list of ES256 private keys, each a JWK or `{ "kid", "pem" }`. All verify; the last one signs. Insert a new
   * key before the last one; when all replicas have read it, move it to the end; remove an old key when its sessions
   * have expired (30 days). Required with more than one replica.
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
