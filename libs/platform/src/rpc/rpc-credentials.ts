import { createHash, timingSafeEqual } from 'node:crypto';
import { ChannelCredentials, ServerCredentials, type Metadata } from '@grpc/grpc-js';

/** The metadata key under which a caller shows the secret. */
const secretKey = 'x-rpc-secret';

/**
 * What the processes of one installation know each other by. The first is sent, each is accepted, so that a new one can
 * come while the old one still holds. None at all is for a socket, or for addresses of this machine.
 */
export type RpcSecrets = readonly string[];

/** Connections are not encrypted: the network, or a mesh in it, has to be. The place for certificates of both sides. */
export function clientCredentials(): ChannelCredentials {
  return ChannelCredentials.createInsecure();
}

/** The other end of {@link clientCredentials}. */
export function serverCredentials(): ServerCredentials {
  return ServerCredentials.createInsecure();
}

/** Adds what this process shows with each call. */
export function showSecret(metadata: Metadata, [newest]: RpcSecrets): void {
  if (newest !== undefined) metadata.set(secretKey, newest);
}

/** Makes the question whether a call comes from a process of this installation. Its duration says nothing of a secret. */
export function secretCheck(secrets: RpcSecrets): (metadata: Metadata) => boolean {
  const accepted = secrets.map(digestOf);
  return (metadata) => {
    if (accepted.length === 0) return true;
    const shown = digestOf(metadata.get(secretKey)[0] ?? '');
    return accepted.filter((secret) => timingSafeEqual(secret, shown)).length > 0;
  };
}

/** All of one length, as the comparison wants them. */
function digestOf(secret: string | Buffer): Buffer {
  return createHash('sha256').update(secret).digest();
}

const target =
  /^(?:unix(?:-abstract)?:.+|(?:dns:(?:\/\/[^/]*\/)?|ipv[46]:)?(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?)$/;

/** Whether an address to listen on, or a target to call, is a socket or a loopback address: nobody else gets there. */
export function isLoopback(address: string): boolean {
  return address.split(',').every((each) => target.test(each));
}
