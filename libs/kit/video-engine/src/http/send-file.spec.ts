import { truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';

import { makeFolder } from '../testing/fixtures.ts';
import { until } from '../testing/start-test-engine.ts';
import { readExchange } from './route.ts';
import { IMMUTABLE, sendFile } from './send-file.ts';

jest.setTimeout(120_000);

const READERS = 100;
const FILE_BYTES = 16 * 1024 * 1024;

let folder: Awaited<ReturnType<typeof makeFolder>>;
/** How many answers are being sent. */
let sending = 0;
/** The server's sides of the open connections. */
const accepted = new Set<Socket>();
const server = createServer((req, res) => {
  const exchange = readExchange(req, res)!;
  const path = join(folder.path, 'media.mp4');
  sending += 1;
  void sendFile(exchange, { path, contentType: 'video/mp4', cacheControl: IMMUTABLE }).finally(() => {
    sending -= 1;
  });
});
server.on('connection', (socket) => {
  accepted.add(socket);
  socket.once('close', () => accepted.delete(socket));
});

beforeAll(async () => {
  folder = await makeFolder();
  await writeFile(join(folder.path, 'media.mp4'), '');
  await truncate(join(folder.path, 'media.mp4'), FILE_BYTES);
  // The kernel buffers less for such a socket than for TCP.
  await new Promise<void>((resolve) => server.listen(join(folder.path, 'http'), resolve));
});
afterAll(async () => {
  server.close();
  await folder.remove();
});

/** Opens connections that request the file and read nothing; returns when their answers wait for them. */
async function openReaders(count: number, requests = 1): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(join(folder.path, 'http'));
    socket.pause().write('GET /media HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(requests));
    return socket;
  });
  const areBlocked = () =>
    sending === count * requests && [...accepted].every(({ writableLength }) => writableLength > 0);
  await until(() => areBlocked() || undefined, 'the answers do not wait', 30_000);
  return sockets;
}

async function close(sockets: Socket[]): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await until(
    () => (sending === 0 && accepted.size === 0) || undefined,
    () => `${sending} answers are left`,
  );
}

const bufferBytes = (): number => process.memoryUsage().arrayBuffers;

test('a reader that does not read holds one small buffer, which is free when it has gone', async () => {
  const before = bufferBytes();
  const sockets = await openReaders(READERS);
  const during = bufferBytes();
  await close(sockets);
  const after = bufferBytes();
  expect((during - before) / READERS).toBeLessThan(80 * 1024);
  expect((after - before) / READERS).toBeLessThan(8 * 1024);
});

test('an answer that waits for another one ends with its connection', async () => {
  await close(await openReaders(3, 2));
});
