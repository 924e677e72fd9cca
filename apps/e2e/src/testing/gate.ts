import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A request that was stopped on its way. */
export interface Caught {
  /** Lets it go on. */
  readonly release: () => void;
}

interface Catching {
  readonly limitMs?: number;
  /** Asked of each request that fits, which waits meanwhile; others than it go on. */
  readonly isIt?: (text: string) => Promise<boolean>;
}

interface Trap {
  readonly fits: RegExp;
  readonly isIt: (text: string) => Promise<boolean>;
  readonly spring: (caught: Caught) => void;
  readonly fail: (reason: Error) => void;
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
  catch(
    fits: RegExp,
    { limitMs = 300_000, isIt = () => Promise.resolve(true) }: Catching = {},
  ): Promise<Caught> {
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => {
        fail(new Error(`nothing like ${String(fits)} came along in ${String(limitMs)} ms`));
      }, limitMs);
      const end = () => {
        clearTimeout(patience);
        if (this.traps.includes(trap)) this.traps.splice(this.traps.indexOf(trap), 1);
      };
      const spring = (caught: Caught) => {
        end();
        resolve(caught);
      };
      const fail = (reason: Error) => {
        end();
        reject(reason);
      };
      const trap = { fits, isIt, spring, fail };
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
    const trap = this.traps.find(({ fits }) => fits.test(text));
    if (!trap) {
      server.write(piece);
      return;
    }
    client.pause();
    const release = () => {
      server.write(piece);
      client.resume();
    };
    void this.trySpring(trap, text, release);
  }

  private async trySpring(trap: Trap, text: string, release: () => void): Promise<void> {
    try {
      // Another may have sprung it meanwhile.
      if ((await trap.isIt(text)) && this.traps.includes(trap)) trap.spring({ release });
      else release();
    } catch (error) {
      trap.fail(error as Error);
      release();
    }
  }
}
