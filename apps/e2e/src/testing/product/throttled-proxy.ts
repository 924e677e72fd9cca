import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A proxy between a browser and the product that can throttle, stop or break its connections. */
export class ThrottledProxy {
  /** The limit towards the product; undefined for none. */
  bytesPerSecond: number | undefined;
  /** After this many bytes a connection is held: it stays open and forwards nothing more. Undefined for no limit. */
  heldAfterBytes: number | undefined;
  /** Number of connections refused since {@link disconnect}. */
  refused = 0;
  private isDisconnected = false;
  /** The held connections to the product. */
  private readonly heldSockets = new Set<Socket>();
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

  /** Resets the held connections. */
  drop(): void {
    for (const product of this.heldSockets) product.resetAndDestroy();
    this.heldSockets.clear();
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
    client.on('data', (piece) => this.forward(piece, client, product));
    client.on('end', () => product.end());
  }

  private forward(piece: Buffer, client: Socket, product: Socket): void {
    product.write(piece);
    if (this.heldAfterBytes !== undefined && client.bytesRead > this.heldAfterBytes) {
      client.pause();
      this.heldSockets.add(product);
    } else if (this.bytesPerSecond !== undefined) {
      client.pause();
      setTimeout(() => client.resume(), (piece.length / this.bytesPerSecond) * 1_000);
    }
  }
}
