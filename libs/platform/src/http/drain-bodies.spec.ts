import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { drainBodies } from './drain-bodies.ts';

const mebibyte = 1024 * 1024;
const piece = Buffer.alloc(64 * 1024, ' ');
const fiveMebibytes = 80;
/** Longer than the test. */
const neverMs = 600_000;

describe(drainBodies, () => {
  let fastify: FastifyInstance;
  let failures: unknown[];
  let received: string;
  let socket: Socket;
  let closed: Promise<unknown>;

  async function open(withinMs: number, headers: string): Promise<void> {
    fastify = Fastify({ bodyLimit: mebibyte });
    drainBodies(fastify, withinMs);
    fastify.post('/', () => 'accepted');
    await fastify.listen({ port: 0, host: '127.0.0.1' });
    failures = [];
    received = '';
    socket = connect((fastify.server.address() as AddressInfo).port, '127.0.0.1');
    closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', (error) => failures.push(error)).on('data', (chunk) => (received += String(chunk)));
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${headers}\r\n\r\n`);
  }
  afterEach(async () => {
    socket.destroy();
    await fastify.close();
  });

  /** Resolves when the bytes were sent, or failed to be sent. */
  const write = (bytes: Buffer) =>
    new Promise<void>((resolve) => {
      socket.write(bytes, (error) => {
        if (error) failures.push(error);
        resolve();
      });
    });

  it.each([
    [
      'that is too large',
      `content-type: application/json\r\ncontent-length: ${fiveMebibytes * piece.length}`,
      413,
    ],
    [
      'of an unsupported type',
      `content-type: text/odd\r\ncontent-length: ${fiveMebibytes * piece.length}`,
      415,
    ],
    ['that turns out to be too large', 'content-type: application/json\r\ntransfer-encoding: chunked', 413],
  ])('lets a client send a complete body %s, and read why it was refused', async (_what, headers, status) => {
    await open(neverMs, headers);
    const isChunked = headers.includes('chunked');
    for (let count = 0; count < fiveMebibytes; count += 1) {
      if (isChunked) socket.write(`${piece.length.toString(16)}\r\n`);
      await write(piece);
      if (isChunked) socket.write('\r\n');
      // A connection that closes with the answer has closed by now.
      if (count === 20) await wait(100);
    }
    if (isChunked) socket.write('0\r\n\r\n');
    socket.end();
    await closed;
    expect([failures, received]).toEqual([[], expect.stringContaining(`HTTP/1.1 ${status} `)]);
  });

  it.each([
    ['stops sending', 50, 5],
    ['announces more than the limit', neverMs, 100],
  ])('answers a client that %s, and closes the connection', async (_what, withinMs, mebibytes) => {
    await open(withinMs, `content-type: application/json\r\ncontent-length: ${mebibytes * mebibyte}`);
    await closed;
    expect(received).toMatch(/^HTTP\/1.1 413 /);
  });

  it('does not affect a body that was accepted', async () => {
    await open(neverMs, 'content-type: application/json\r\ncontent-length: 2\r\nconnection: close');
    socket.write('{}');
    await closed;
    expect(received).toMatch(/^HTTP\/1.1 200 /);
  });
});
