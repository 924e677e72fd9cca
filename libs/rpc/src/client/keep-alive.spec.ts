import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { until } from '@vault/base/testing';
import { createRpcClient } from './rpc-client.ts';
import { serveText } from '../testing/serve-text.ts';
import { textService } from '../testing/text-service.ts';

const quick = { everyMs: 200, withinMs: 100 };
const never = { everyMs: 3_600_000, withinMs: 100 };

/** A proxy between client and server that can stop forwarding while the connections stay open. */
class TcpProxy {
  private readonly ends: Socket[] = [];
  private constructor(private readonly server: Server) {}

  static async to(port: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(createServer((near) => proxy.join(near, connect(port, '127.0.0.1'))));
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get address(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The number of connections that were closed by the client or the server. */
  get closed(): number {
    return this.ends.filter((end) => end.readableEnded || end.destroyed).length;
  }

  /** Stops forwarding on current connections; new connections work. */
  cut(): void {
    for (const end of this.ends) end.unpipe().resume();
  }

  close(): void {
    for (const end of this.ends) end.destroy();
    this.server.close();
  }

  private join(near: Socket, far: Socket): void {
    this.ends.push(near, far);
    for (const end of [near, far]) end.on('error', () => undefined);
    near.pipe(far, { end: false });
    far.pipe(near, { end: false });
  }
}

describe('a half-open connection', () => {
  it.each([
    ['the client', quick, never],
    ['the server', never, quick],
  ])(
    'is detected by %s, also without calls',
    async (_who, ofClient, ofServer) => {
      const { server, port } = await serveText((request, reply) => reply(null, request), {
        keepAlive: ofServer,
      });
      const proxy = await TcpProxy.to(port);
      const client = createRpcClient(textService, proxy.address, { keepAlive: ofClient });
      try {
        expect(await client.methods.ask('before')).toBe('before');
        proxy.cut();
        await until(
          () => proxy.closed,
          (count) => count === 1,
        );
        if (ofClient === quick) expect(await client.methods.ask('after')).toBe('after');
      } finally {
        client.close();
        server.forceShutdown();
        proxy.close();
      }
    },
    30_000,
  );
});
