import { ChannelCredentials, ServerCredentials } from '@grpc/grpc-js';

/** What this process shows to the servers it calls: nothing yet, they are in one trusted network. */
export function clientCredentials(): ChannelCredentials {
  return ChannelCredentials.createInsecure();
}

/** What this process asks of those who call it: nothing yet. The place for certificates of both sides. */
export function serverCredentials(): ServerCredentials {
  return ServerCredentials.createInsecure();
}
