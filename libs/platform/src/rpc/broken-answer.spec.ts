import { once } from 'node:events';
import { createServer, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { createRpcClient } from './rpc-client.ts';
import { idempotentTextPaths, textService } from './testing/text-service.ts';

/** A server whose first answer begins, and breaks off with its connection; the others are whole. */
async function startBreaking(): Promise<{ server: Http2Server; asked: () => number }> {
  let asked = 0;
  const server = createServer();
  server.on('stream', (stream) => {
    asked += 1;
    const isFirst = asked === 1;
    stream.on('error', () => undefined);
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    if (isFirst) {
      setTimeout(() => stream.session?.socket.resetAndDestroy(), 50);
      return;
    }
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    const text = Buffer.from('here');
    stream.end(Buffer.concat([Buffer.from([0, 0, 0, 0, text.length]), text]));
  });
  server.on('session', (session) => session.on('error', () => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, asked: () => asked };
}

describe('an answer that breaks off after it has begun', () => {
  let broken: Awaited<ReturnType<typeof startBreaking>>;
  let client: ReturnType<typeof createRpcClient<typeof textService>>;

  beforeEach(async () => {
    broken = await startBreaking();
    const { port } = broken.server.address() as AddressInfo;
    client = createRpcClient(textService, `127.0.0.1:${String(port)}`, { idempotent: idempotentTextPaths });
  });
  afterEach(() => {
    client.close();
    broken.server.close();
  });

  it('is asked for again where that does no harm', async () => {
    expect(await client.methods.ask('?', { deadlineMs: 30_000 })).toBe('here');
    expect(broken.asked()).toBe(2);
  });

  it('is lost where it might be done twice', async () => {
    const made = client.methods.make('?', { deadlineMs: 30_000 });
    await expect(made).rejects.toMatchObject({ code: 'unavailable' });
    expect(broken.asked()).toBe(1);
  });
});
