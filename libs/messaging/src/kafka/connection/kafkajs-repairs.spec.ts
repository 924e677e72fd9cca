import { once } from 'node:events';
import { createServer, createConnection, type AddressInfo, type Socket } from 'node:net';
import Connection from 'kafkajs/src/network/connection.js';
import './kafkajs-repairs.ts';

const silent = { debug: () => undefined, error: () => undefined, namespace: () => silent };

describe('a connection of kafkajs', () => {
  it('opens one socket for requests at the same time, and another one later', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const opened: Socket[] = [];
    const connection = new Connection({
      host: '127.0.0.1',
      port: (server.address() as AddressInfo).port,
      logger: silent,
      connectionTimeout: 60_000,
      requestTimeout: 60_000,
      socketFactory: (to: { host: string; port: number; onConnect: () => void }) => {
        const socket = createConnection(to, to.onConnect);
        opened.push(socket);
        return socket;
      },
    });
    await Promise.all([connection.connect(), connection.connect()]);
    expect(opened).toHaveLength(1);
    await connection.disconnect();
    await connection.connect();
    expect(opened).toHaveLength(2);
    await connection.disconnect();
    for (const socket of opened) socket.destroy();
    server.close();
  });
});
