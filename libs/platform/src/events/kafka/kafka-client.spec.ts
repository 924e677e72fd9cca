import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createLogger } from '../../logging/logger.ts';
import { KafkaClient } from './kafka-client.ts';
import type { KafkaSecurity } from './kafka-types.ts';

/** The first byte of TLS: a record of its handshake. A request of Kafka's begins with its length. */
const handshake = 0x16;

/** The first byte that a client sends to a broker. */
async function firstByte(security: KafkaSecurity): Promise<number | undefined> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const brokers = [`127.0.0.1:${String(port)}`];
  const logger = createLogger({ level: 'silent' });
  const opening = new KafkaClient({ brokers, clientId: 'test', logger, security }).openAdmin();
  const [socket] = (await once(server, 'connection')) as [Socket];
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  server.close();
  await expect(opening).rejects.toThrow();
  return bytes[0];
}

test('a client uses TLS only if it is configured', async () => {
  const bytes = Promise.all([firstByte({ ssl: true }), firstByte({ ssl: false })]);
  await expect(bytes).resolves.toEqual([handshake, 0]);
});

test('a closed client ends its connections and opens no other', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  let connections = 0;
  server.on('connection', () => (connections += 1));
  const brokers = [`127.0.0.1:${String(port)}`];
  const client = new KafkaClient({ brokers, clientId: 'test', logger: createLogger({ level: 'silent' }) });
  const opening = client.openAdmin();
  const [socket] = (await once(server, 'connection')) as [Socket];
  const ended = once(socket, 'close');
  client.close();
  // The pending request is repeated by kafkajs, which must not connect again.
  await expect(opening).rejects.toThrow();
  await ended;
  await expect(client.openAdmin()).rejects.toThrow();
  expect(connections).toBe(1);
  server.close();
});
