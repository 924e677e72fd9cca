import { truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { FolderStore } from '@vault/media-store';
import { ffmpeg, makeFolder, makeTools, ingest } from '@vault/media/testing';
import { WorkLimiter } from '../../common/work-limiter.ts';
import { newAsset } from '../../testing/new-asset.ts';
import { until } from '../../testing/start-test-engine.ts';
import { deliverStream } from '../delivery/deliver-stream.ts';
import type { DeliveryContext } from '../delivery/delivery-context.ts';
import { SharedAudio } from '../delivery/shared-audio.ts';
import { readExchange } from './route.ts';
import { immutableCaching, sendFile } from './send-file.ts';

jest.setTimeout(300_000);

const readers = 100;
const fileBytes = 16 * 1024 * 1024;

let folder: Awaited<ReturnType<typeof makeFolder>>;
/** How many answers are being sent. */
let sending = 0;
/** The server's sides of the open connections. */
const accepted = new Set<Socket>();
/** Of a recording with a long index. */
let delivery: DeliveryContext;
const playbackId = 'a'.repeat(40);
const server = createServer((req, res) => {
  const exchange = readExchange(req, res)!;
  const reader = new FolderStore(folder.path);
  sending += 1;
  const sent =
    req.url === '/media'
      ? sendFile(exchange, {
          reader,
          key: 'media.mp4',
          contentType: 'video/mp4',
          cacheControl: immutableCaching,
        })
      : deliverStream(delivery, exchange, [playbackId, 'audio.m4a']);
  void sent.finally(() => {
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
  await truncate(join(folder.path, 'media.mp4'), fileBytes);
  // The kernel buffers less for such a socket than for TCP.
  await new Promise<void>((resolve) => server.listen(join(folder.path, 'http'), resolve));
});
afterAll(async () => {
  server.close();
  await folder.remove();
});

/** Opens connections that request the file and read nothing; returns when their answers wait for them. */
async function openReaders(count: number, { requests = 1, name = 'media' } = {}): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(join(folder.path, 'http'));
    socket.pause().write(`GET /${name} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(requests));
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
  const sockets = await openReaders(readers);
  const during = bufferBytes();
  await close(sockets);
  const after = bufferBytes();
  expect((during - before) / readers).toBeLessThan(80 * 1024);
  expect((after - before) / readers).toBeLessThan(8 * 1024);
});

test('an answer that waits for another one ends with its connection', async () => {
  await close(await openReaders(3, { requests: 2 }));
});

/** Packages an hour of sound, the index of which has 600 KB. */
async function makeLongRecording(): Promise<DeliveryContext> {
  const [tone, source] = ['tone.aac', 'long.mkv'].map((name) => join(folder.path, name)) as [string, string];
  await ffmpeg('-f', 'lavfi', '-i', 'sine=d=10', '-c:a', 'aac', tone);
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'color=s=16x16:r=1/5:d=3600', '-stream_loop', '359', '-i', tone],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '1', '-c:a', 'copy', source],
  );
  const { media, mp4 } = await ingest(await makeTools(), source, folder.path);
  const rendition = { id: 'audio', resolution: 'audio-only' } as const;
  const files = { media: relative(folder.path, mp4) };
  const asset = newAsset({ status: 'ready', media, files, renditions: [rendition] });
  return {
    catalogue: { assets: { byPlaybackId: () => Promise.resolve(asset) } },
    reader: new FolderStore(folder.path),
    audio: new SharedAudio(new WorkLimiter(1, readers)),
    playback: { keys: [] },
  } as unknown as DeliveryContext;
}

test('all readers of the same audio hold its index once, until they have gone', async () => {
  delivery = await makeLongRecording();
  for (const round of [1, 2]) {
    const before = bufferBytes();
    const sockets = await openReaders(readers, { name: 'audio' });
    const during = bufferBytes();
    await close(sockets);
    const after = bufferBytes();
    expect([round, (during - before) / readers < 200 * 1024]).toEqual([round, true]);
    expect([round, (after - before) / readers < 100 * 1024]).toEqual([round, true]);
  }
});
