import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A request that was stopped on its way. */
export interface Caught {
  /** Lets it go on. */
  readonly release: () => void;
}

interface Trap {
  readonly fits: RegExp;
  readonly spring: (caught: Caught) => void;
}

/**
 * A way from one process to another on which a request of plain HTTP can be stopped: what is done then is done at
 * exactly that step.
 */
export class Gate {
  readonly origin: string;
  /** Where it leads; nobody comes through before it is set. */
  target: string | undefined;
  /** While it is shut every connection breaks. */
  isShut = false;
  private readonly traps: Trap[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  private constructor(server: Server) {
    this.server = server;
    this.origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    server.on('connection', (client) => this.join(client));
  }

  static async open(): Promise<Gate> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Gate(server);
  }

  /** Stops the next request in whose head or body this is found. It waits until it is released. */
  catch(fits: RegExp, limitMs = 90_000): Promise<Caught> {
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => {
        this.traps.splice(this.traps.indexOf(trap), 1);
        reject(new Error(`nothing like ${String(fits)} came along in ${String(limitMs)} ms`));
      }, limitMs);
      const spring = (caught: Caught) => {
        clearTimeout(patience);
        resolve(caught);
      };
      const trap = { fits, spring };
      this.traps.push(trap);
    });
  }

  /** Every connection breaks, and so do new ones until {@link isShut} is false again. */
  shut(): void {
    this.isShut = true;
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.shut();
    await closed;
  }

  private join(client: Socket): void {
    client.on('error', () => undefined);
    if (this.isShut || this.target === undefined) {
      client.resetAndDestroy();
      return;
    }
    const server = connect(Number(new URL(this.target).port), '127.0.0.1');
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    server.pipe(client);
    client.on('data', (piece) => this.passOn(piece, client, server));
    client.on('end', () => server.end());
  }

  private passOn(piece: Buffer, client: Socket, server: Socket): void {
    const text = piece.toString('latin1');
    const index = this.traps.findIndex(({ fits }) => fits.test(text));
    if (index === -1) {
      server.write(piece);
      return;
    }
    const [trap] = this.traps.splice(index, 1);
    client.pause();
    const release = () => {
      server.write(piece);
      client.resume();
    };
    trap!.spring({ release });
  }
}
