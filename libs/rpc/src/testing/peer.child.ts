/** The gRPC server that {@link PeerProcess} starts; the text of a call selects its behaviour. */
import { Metadata, Server, status, type sendUnaryData, type ServerUnaryCall } from '@grpc/grpc-js';
import { errorCodeKey } from '@vault/base';
import { noSecurity } from '../security/rpc-security.ts';
import { serverOptions } from '../server/rpc-server.ts';
import { textService } from './text-service.ts';

const [address = '', name = ''] = process.argv.slice(2);

function answer(call: ServerUnaryCall<string, string>, reply: sendUnaryData<string>): void {
  const { request } = call;
  process.send?.({ received: request });
  if (request.startsWith('die')) process.kill(process.pid, 'SIGKILL');
  else if (request.startsWith('refuse'))
    reply({ code: status.UNAVAILABLE, details: 'not now', metadata: ofOwner('unavailable') });
  else if (request === `begin in ${name}`) call.sendMetadata(new Metadata());
  else if (!request.startsWith('hang')) reply(null, name);
}

function ofOwner(code: string): Metadata {
  const metadata = new Metadata();
  metadata.set(errorCodeKey, code);
  return metadata;
}

const server = new Server(serverOptions());
server.addService(textService, { ask: answer, make: answer });
server.bindAsync(address, noSecurity.serverCredentials(), (error, port) => {
  if (error) throw error;
  process.send?.({ port });
});
process.once('disconnect', () => process.exit());
