import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** More than any request of the product but an upload. */
const busyBytes = 64 * 1_024;

/** A line between a browser and the product that can be made slow, or cut: all that it leads to at once. */
export class SlowLine {
  /** The most that goes towards the product; undefined: as fast as it can. */
  bytesPerSecond: number | undefined;
  /** Bytes that went towards the product so far. */
  passed = 0;
  /** Connections that were tried while the line was broken. */
  refused = 0;
  private isBroken = false;
  /** Connections on which much has been sent, each with its other end. */
  private readonly busy = new Map<Socket, Socket>();
  private readonly held = new Set<Socket>();
  private readonly sockets = new Set<Socket>();
  private readonly servers: Server[] = [];

  /** Leads to this origin as well. @returns the origin at this end of the line */
  async lead(target: string): Promise<string> {
    const targetPort = Number(new URL(target).port);
    const server = createServer((client) => this.join(client, targetPort));
    this.servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  }

  /** Every connection breaks, and new ones break at once, until {@link repair}. */
  breakDown(): void {
    this.isBroken = true;
    this.refused = 0;
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  repair(): void {
    this.isBroken = false;
  }

  /** Nothing more arrives of what is being sent now; nobody is told. */
  hold(): void {
    for (const client of this.busy.keys()) {
      this.held.add(client);
      client.pause();
    }
  }

  /** What was held never arrives. */
  drop(): void {
    for (const client of this.held) this.busy.get(client)?.resetAndDestroy();
    this.held.clear();
  }

  async close(): Promise<void> {
    const closed = this.servers.map((server) => new Promise((resolve) => server.close(resolve)));
    this.breakDown();
    await Promise.all(closed);
  }

  private join(client: Socket, targetPort: number): void {
    if (this.isBroken) {
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
    client.on('close', () => this.busy.delete(client));
    client.on('data', (piece) => {
      this.passOn(piece, client, product);
      if (client.bytesRead > busyBytes) this.busy.set(client, product);
    });
    client.on('end', () => product.end());
  }

  private passOn(piece: Buffer, client: Socket, product: Socket): void {
    this.passed += piece.length;
    product.write(piece);
    if (this.bytesPerSecond === undefined) return;
    client.pause();
    const resume = () => {
      if (!this.held.has(client)) client.resume();
    };
    setTimeout(resume, (piece.length / this.bytesPerSecond) * 1_000);
  }
}
