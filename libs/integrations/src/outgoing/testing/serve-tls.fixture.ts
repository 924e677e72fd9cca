import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer as createTlsServer, type ConnectionOptions, type TLSSocket } from 'node:tls';
import type { TestCertificate } from '@vault/base/testing';

/** A server of this machine. */
export interface Served {
  readonly port: number;
  /** How often somebody connected, also in vain. */
  readonly connections: () => number;
  /** How many connections are open. */
  readonly open: () => number;
  readonly stop: () => Promise<void>;
}

export function serveHttps(certificate: TestCertificate, listener: RequestListener): Promise<Served> {
  return listen(createServer(certificate, listener));
}

/** @param speak is called with each connection, after TLS */
export function serveTls(certificate: TestCertificate, speak: (socket: TLSSocket) => void): Promise<Served> {
  return listen(createTlsServer(certificate, speak) as Server);
}

async function listen(server: Server): Promise<Served> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket.on('close', () => sockets.delete(socket)));
  });
  server.on('tlsClientError', () => undefined);
  server.on('secureConnection', (socket: TLSSocket) => socket.on('error', () => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    open: () => sockets.size,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Trusts one more authority. */
export function trusting(ca: string) {
  return (options: ConnectionOptions): TLSSocket => connect({ ...options, ca });
}

/** Stands for the internet: every public address is this machine. What the lookup refuses is still refused. */
export function internetOf(ca: string) {
  return ({ lookup, ...options }: ConnectionOptions): TLSSocket =>
    connect({
      ...options,
      ca,
      lookup: (host, asked, answer) => {
        if (!lookup) throw new Error('Connections to names need a lookup.');
        lookup(host, asked, (error) =>
          error ? answer(error, []) : answer(null, [{ address: '127.0.0.1', family: 4 }]),
        );
      },
    });
}
