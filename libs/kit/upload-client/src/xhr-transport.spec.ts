import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { createUpload } from './resumable-upload.ts';
import { patternedBytes } from './testing/upload-bench.ts';
import type { Upload, UploadSnapshot, UploadState } from './upload.ts';
import type { Connectivity } from './waiting.ts';

/** A session on a real server that drops the connection in the middle of every second chunk. */
class FlakyServer {
  held: Buffer = Buffer.alloc(0);
  drops = 0;
  private chunks = 0;
  private readonly total: number;
  private readonly server: Server = createServer((request, response) => this.serve(request, response));

  constructor(total: number) {
    this.total = total;
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}/session`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private serve(request: IncomingMessage, response: ServerResponse): void {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Methods', 'PUT');
    response.setHeader('Access-Control-Allow-Headers', 'content-range, content-type');
    response.setHeader('Access-Control-Expose-Headers', 'Range');
    const range = request.headers['content-range'] ?? '';
    if (request.method === 'OPTIONS' || range.includes('*')) {
      request.resume().on('end', () => this.answer(request, response));
    } else this.take(request, response, Number(/\d+/.exec(range)?.[0]));
  }

  private take(request: IncomingMessage, response: ServerResponse, start: number): void {
    this.chunks += 1;
    const isDropped = this.chunks % 2 === 0;
    let position = start;
    request.on('data', (data: Buffer) => {
      if (position === this.held.length) this.held = Buffer.concat([this.held, data]);
      position += data.length;
      if (!isDropped || position - start < 100_000) return;
      this.drops += 1;
      request.socket.destroy();
    });
    request.on('end', () => this.answer(request, response));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else if (this.held.length === this.total) response.writeHead(200).end('{}');
    else {
      const range = this.held.length > 0 ? { Range: `bytes=0-${String(this.held.length - 1)}` } : {};
      response.writeHead(308, range).end();
    }
  }
}

const online: Connectivity = { isOnline: () => true, subscribe: () => () => undefined };

function finish(upload: Upload, ...others: UploadState[]): Promise<UploadSnapshot> {
  const ends: UploadState[] = ['success', 'error', ...others];
  return new Promise((resolve) => {
    upload.subscribe(() => {
      const snapshot = upload.snapshot();
      if (ends.includes(snapshot.state)) resolve(snapshot);
    });
    upload.start();
  });
}

// jsdom prints every lost connection, and this test causes them deliberately.
beforeEach(() => jest.spyOn(console, 'error').mockReturnValue(undefined));

afterEach(() => jest.restoreAllMocks());

it('uploads a file to a real server that drops connections', async () => {
  const bytes = patternedBytes(2 * 1024 * 1024 + 77);
  const server = new FlakyServer(bytes.length);
  const endpoint = await server.open();
  const file = new File([bytes], 'talk.mp4', { type: 'video/mp4' });
  const upload = createUpload({
    file,
    endpoint,
    chunkSizeKb: 512,
    delayBeforeAttemptMs: 5,
    connectivity: online,
  });
  const sent: number[] = [];
  upload.subscribe(() => sent.push(upload.snapshot().sentBytes));
  try {
    expect(await finish(upload)).toMatchObject({ state: 'success', progress: 100 });
  } finally {
    upload.dispose();
    await server.close();
  }
  expect(server.held.equals(bytes)).toBe(true);
  expect(server.drops).toBeGreaterThan(0);
  expect(new Set(sent).size).toBeGreaterThan(4);
});

it('reads only headers that the server exposes to other origins', async () => {
  const getResponseHeader = jest.spyOn(XMLHttpRequest.prototype, 'getResponseHeader');
  const bytes = patternedBytes(300 * 1024);
  const server = new FlakyServer(bytes.length);
  const endpoint = await server.open();
  const file = new File([bytes], 'talk.mp4', { type: 'video/mp4' });
  const upload = createUpload({
    file,
    endpoint,
    chunkSizeKb: 256,
    delayBeforeAttemptMs: 5,
    connectivity: online,
  });
  try {
    expect(await finish(upload)).toMatchObject({ state: 'success' });
  } finally {
    upload.dispose();
    await server.close();
  }
  expect(new Set(getResponseHeader.mock.calls.flat())).toEqual(new Set(['Range']));
});

it('reports an unreachable server as a lost connection, and keeps the upload', async () => {
  const server = new FlakyServer(1);
  const endpoint = await server.open();
  await server.close();
  const file = new File(['x'], 'talk.mp4');
  const upload = createUpload({ file, endpoint, delayBeforeAttemptMs: 1, connectivity: online });
  expect(await finish(upload, 'offline')).toMatchObject({
    message: 'Currently offline. Upload will resume automatically when online.',
    failure: undefined,
  });
  upload.dispose();
});
