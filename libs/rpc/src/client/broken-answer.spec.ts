import { once } from 'node:events';
import { constants, createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { createRpcClient } from './rpc-client.ts';
import { idempotentTextPaths, textService } from '../testing/text-service.ts';

/** A server whose first answer is broken off; later answers are complete. */
async function startBreaking(
  breakOff: (stream: ServerHttp2Stream) => void,
): Promise<{ server: Http2Server; calls: () => number }> {
  let calls = 0;
  const server = createServer();
  server.on('stream', (stream) => {
    calls += 1;
    const isFirst = calls === 1;
    stream.on('error', () => undefined);
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    if (isFirst) {
      setTimeout(() => breakOff(stream), 50);
      return;
    }
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    const text = Buffer.from('here');
    stream.end(Buffer.concat([Buffer.from([0, 0, 0, 0, text.length]), text]));
  });
  server.on('session', (session) => session.on('error', () => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, calls: () => calls };
}

describe.each<[string, (stream: ServerHttp2Stream) => void]>([
  ['with its connection', (stream) => stream.session?.socket.resetAndDestroy()],
  ['alone', (stream) => stream.close(constants.NGHTTP2_NO_ERROR)],
  ['alone, by an error', (stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR)],
])('an answer that is broken off %s', (_, breakOff) => {
  let broken: Awaited<ReturnType<typeof startBreaking>>;
  let client: ReturnType<typeof createRpcClient<typeof textService>>;

  beforeEach(async () => {
    broken = await startBreaking(breakOff);
    const { port } = broken.server.address() as AddressInfo;
    client = createRpcClient(textService, `127.0.0.1:${String(port)}`, { idempotent: idempotentTextPaths });
  });
  afterEach(() => {
    client.close();
    broken.server.close();
  });

  it('is requested again for an idempotent call', async () => {
    expect(await client.methods.ask('?', { deadlineMs: 30_000 })).toBe('here');
    expect(broken.calls()).toBe(2);
  });

  it('is not requested again for another call', async () => {
    const made = client.methods.make('?', { deadlineMs: 30_000 });
    await expect(made).rejects.toMatchObject({ code: 'unavailable' });
    expect(broken.calls()).toBe(1);
  });
});
