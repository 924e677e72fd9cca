import { Server, type sendUnaryData, type ServerUnaryCall } from '@grpc/grpc-js';
import { noSecurity } from '../security/rpc-security.ts';
import { serverOptions, type RpcServerSettings } from '../server/rpc-server.ts';
import { textService } from './text-service.ts';

export type TextHandler = (request: string, reply: sendUnaryData<string>) => void;

/** Starts a server of the text service in this process, on TCP. */
export async function serveText(answer: TextHandler, settings: RpcServerSettings = {}) {
  const { security = noSecurity } = settings;
  const server = new Server(serverOptions(settings));
  const handler = ({ request }: ServerUnaryCall<string, string>, reply: sendUnaryData<string>) =>
    answer(request, reply);
  server.addService(textService, { ask: handler, make: handler });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', security.serverCredentials(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return { server, port, address: `127.0.0.1:${port}` };
}
