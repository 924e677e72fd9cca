import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Larger than any request of the product except uploads. */
const uploadBytes = 64 * 1_024;

/** A proxy between a browser and the product that can throttle or break its connections. */
export class ThrottledProxy {
  /** The limit towards the product; undefined for none. */
  bytesPerSecond: number | undefined;
  /** Bytes forwarded to the product. */
  forwardedBytes = 0;
  /** Number of connections refused since {@link disconnect}. */
  refused = 0;
  private isDisconnected = false;
  /** Connections with an upload, each with its connection to the product. */
  private readonly uploads = new Map<Socket, Socket>();
  private readonly held = new Set<Socket>();
  private readonly sockets = new Set<Socket>();
  private readonly servers: Server[] = [];

  /** Adds a target. @returns the proxy's origin for it */
  async forwardTo(target: string): Promise<string> {
    const targetPort = Number(new URL(target).port);
    const server = createServer((client) => this.accept(client, targetPort));
    this.servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  }

  /** Resets all connections, and new ones until {@link reconnect}. */
  disconnect(): void {
    this.isDisconnected = true;
    this.refused = 0;
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  reconnect(): void {
    this.isDisconnected = false;
  }

  /** Stops forwarding the current uploads and keeps their connections open. */
  hold(): void {
    for (const client of this.uploads.keys()) {
      this.held.add(client);
      client.pause();
    }
  }

  /** Resets the connections of the held uploads. */
  drop(): void {
    for (const client of this.held) this.uploads.get(client)?.resetAndDestroy();
    this.held.clear();
  }

  async close(): Promise<void> {
    const closed = this.servers.map((server) => new Promise((resolve) => server.close(resolve)));
    this.disconnect();
    await Promise.all(closed);
  }

  private accept(client: Socket, targetPort: number): void {
    if (this.isDisconnected) {
      this.refused += 1;
      client.resetAndDestroy();
      return;
    }
    const product = connect(targetPort, '127.0.0.1');
    const ends = [client, product] as const;
    for (const socket of ends) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        for (const end of ends) end.destroy();
      });
    }
    product.pipe(client);
    client.on('close', () => this.uploads.delete(client));
    client.on('data', (piece) => {
      this.forward(piece, client, product);
      if (client.bytesRead > uploadBytes) this.uploads.set(client, product);
    });
    client.on('end', () => product.end());
  }

  private forward(piece: Buffer, client: Socket, product: Socket): void {
    this.forwardedBytes += piece.length;
    product.write(piece);
    if (this.bytesPerSecond === undefined) return;
    client.pause();
    const resume = () => {
      if (!this.held.has(client)) client.resume();
    };
    setTimeout(resume, (piece.length / this.bytesPerSecond) * 1_000);
  }
}
