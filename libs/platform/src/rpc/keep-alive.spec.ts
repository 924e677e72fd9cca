import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { until } from '../testing/until.ts';
import { createRpcClient } from './rpc-client.ts';
import { serveText } from './testing/serve-text.ts';
import { textService } from './testing/text-service.ts';

const quick = { everyMs: 200, withinMs: 100 };
const never = { everyMs: 3_600_000, withinMs: 100 };

/** Stands between client and server, and can let their connection look open while nothing passes any more. */
class Cable {
  private readonly ends: Socket[] = [];
  private constructor(private readonly server: Server) {}

  static async to(port: number): Promise<Cable> {
    const cable = new Cable(createServer((near) => cable.join(near, connect(port, '127.0.0.1'))));
    await new Promise<void>((resolve) => cable.server.listen(0, '127.0.0.1', resolve));
    return cable;
  }

  get address(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** How many of the connections so far were closed by whoever is at their end. */
  get closed(): number {
    return this.ends.filter((end) => end.readableEnded || end.destroyed).length;
  }

  /** What is connected now hears nothing more; new connections pass. */
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

describe('a connection that only looks open', () => {
  it.each([
    ['its caller', quick, never],
    ['the one who is called', never, quick],
  ])(
    'is noticed by %s, also while nobody calls',
    async (_who, ofClient, ofServer) => {
      const { server, port } = await serveText((request, reply) => reply(null, request), {
        keepAlive: ofServer,
      });
      const cable = await Cable.to(port);
      const client = createRpcClient(textService, cable.address, { keepAlive: ofClient });
      try {
        expect(await client.methods.ask('before')).toBe('before');
        cable.cut();
        await until(
          () => cable.closed,
          (count) => count === 1,
        );
        if (ofClient === quick) expect(await client.methods.ask('after')).toBe('after');
      } finally {
        client.close();
        server.forceShutdown();
        cable.close();
      }
    },
    30_000,
  );
});
