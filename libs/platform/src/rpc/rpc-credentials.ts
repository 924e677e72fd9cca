import { createHash, timingSafeEqual } from 'node:crypto';
import { ChannelCredentials, ServerCredentials, type Metadata } from '@grpc/grpc-js';

/** The metadata key of the secret. */
const secretKey = 'x-rpc-secret';

/**
 * The secrets that authenticate processes of one installation to each other. The first is sent, each is accepted, so
 * that a secret can be changed without downtime. Empty for a socket or loopback addresses.
 */
export type RpcSecrets = readonly string[];

/** Connections are not encrypted, so the network must be private or a mesh with TLS. Mutual TLS would be added here. */
export function clientCredentials(): ChannelCredentials {
  return ChannelCredentials.createInsecure();
}

/** The server's counterpart of {@link clientCredentials}. */
export function serverCredentials(): ServerCredentials {
  return ServerCredentials.createInsecure();
}

/** Adds the secret to the metadata of a call. */
export function addSecret(metadata: Metadata, [newest]: RpcSecrets): void {
  if (newest !== undefined) metadata.set(secretKey, newest);
}

/** Creates a check that a call carries an accepted secret, in constant time. */
export function secretCheck(secrets: RpcSecrets): (metadata: Metadata) => boolean {
  const accepted = secrets.map(digestOf);
  return (metadata) => {
    if (accepted.length === 0) return true;
    const received = digestOf(metadata.get(secretKey)[0] ?? '');
    return accepted.filter((secret) => timingSafeEqual(secret, received)).length > 0;
  };
}

/** Hashes to a fixed length, which `timingSafeEqual` requires. */
function digestOf(secret: string | Buffer): Buffer {
  return createHash('sha256').update(secret).digest();
}

const target =
  /^(?:unix(?:-abstract)?:.+|(?:dns:(?:\/\/[^/]*\/)?|ipv[46]:)?(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?)$/;

/** Whether an address or a target is a socket or a loopback address, so that other machines cannot reach it. */
export function isLoopback(address: string): boolean {
  return address.split(',').every((each) => target.test(each));
}
