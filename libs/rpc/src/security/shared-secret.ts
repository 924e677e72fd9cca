import { createHash, timingSafeEqual } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { noSecurity, type RpcSecurity } from './rpc-security.ts';

/** The metadata key of the secret. */
const secretKey = 'x-rpc-secret';

/**
 * The secrets that authenticate processes of one installation to each other. The first is sent, each is accepted, so
 * that a secret can be changed without downtime.
 */
export type RpcSecrets = readonly string[];

/**
 * Each call carries a secret that all processes share. Connections are not encrypted, so the network must be private.
 * @param current is read for each call, because the secrets may change
 */
export function sharedSecret(current: () => RpcSecrets): RpcSecurity {
  return {
    ...noSecurity,
    identify: (metadata) => {
      const [newest] = current();
      if (newest !== undefined) metadata.set(secretKey, newest);
    },
    refusalOf: ({ metadata }) => {
      const received = digestOf(metadata.get(secretKey)[0] ?? '');
      // Compares with each of them, so that the time does not depend on which one matches.
      const matching = current().filter((secret) => timingSafeEqual(digestOf(secret), received));
      if (matching.length > 0) return undefined;
      return { code: status.UNAUTHENTICATED, details: 'The secret of this call is missing or wrong.' };
    },
  };
}

/** Hashes to a fixed length, which `timingSafeEqual` requires. */
function digestOf(secret: string | Buffer): Buffer {
  return createHash('sha256').update(secret).digest();
}
