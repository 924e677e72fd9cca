import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createLogger } from '@vault/base';
import { KafkaClient } from './kafka-client.ts';
import type { KafkaSecurity } from './kafka-types.ts';

/** The first byte of TLS: a record of its handshake. A request of Kafka's begins with its length. */
const handshake = 0x16;

/** Answers to ApiVersions (18) and SaslHandshake (17): no error, the versions of the requests of a sign-in; PLAIN. */
const answers: Readonly<Record<number, Buffer>> = {
  17: Buffer.from([0, 0, 0, 0, 0, 1, 0, 5, ...Buffer.from('PLAIN')]),
  18: Buffer.from([0, 0, 0, 0, 0, 3, ...[17, 18, 36].flatMap((key) => [0, key, 0, 0, 0, 1]), 0, 0, 0, 0]),
};
const lengthOf = (bytes: number) => Buffer.from([0, 0, bytes >> 8, bytes & 255]);

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

test.each(['127.0.0.1:9092', '[fd00::1]:9092', '[::ffff:10.0.0.1]:9092', 'kafka_1.data:9092'])(
  'a broker of %s is reached at its host and port',
  async (broker) => {
    const opened: { host: string; port: number }[] = [];
    const openSocket = (address: { host: string; port: number }) => {
      opened.push(address);
      throw new Error('no network');
    };
    const logger = createLogger({ level: 'silent' });
    const client = new KafkaClient({ brokers: [broker], clientId: 'test', logger, openSocket });
    await expect(client.openAdmin()).rejects.toThrow();
    const [, host = '', port] = /^\[?(.*?)\]?:(\d+)$/.exec(broker)!;
    expect(opened[0]).toEqual({ host, port: Number(port) });
  },
);

test('each connection signs in with the password of that time', async () => {
  const seen: string[] = [];
  let password = 'old';
  // A broker that only answers sign-ins, and ends the connection after each.
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (request: Buffer) => {
      const [key, id] = [request.readInt16BE(4), request.subarray(8, 12)];
      const answer = answers[key];
      if (answer) socket.write(Buffer.concat([lengthOf(answer.length + 4), id, answer]));
      else socket.destroy(void seen.push(request.toString('latin1').split('\0').at(-1) ?? ''));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const security = {
    ssl: false,
    sasl: {
      ...({ mechanism: 'plain', username: 'auth' } as const),
      get password() {
        return password;
      },
    },
  };
  const logger = createLogger({ level: 'silent' });
  const client = new KafkaClient({ brokers: [`127.0.0.1:${port}`], clientId: 'test', logger, security });
  await expect(client.openAdmin()).rejects.toThrow();
  password = 'next';
  await expect(client.openAdmin()).rejects.toThrow();
  client.close();
  server.close();
  expect(seen).toEqual(['old', 'next']);
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
