import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A request that is held by the proxy. */
export interface InterceptedRequest {
  /** Forwards the request. */
  readonly release: () => void;
}

interface InterceptOptions {
  readonly limitMs?: number;
  /** Called for each request that fits the pattern, which is held meanwhile; a request is forwarded if it is false. */
  readonly matches?: (text: string) => Promise<boolean>;
}

interface Interception {
  readonly pattern: RegExp;
  readonly matches: (text: string) => Promise<boolean>;
  readonly resolve: (request: InterceptedRequest) => void;
  readonly reject: (reason: Error) => void;
}

/**
 * A TCP proxy between two processes that can hold a plain HTTP request, so that a test can act at exactly that step.
 */
export class InterceptingProxy {
  readonly origin: string;
  /** The origin to forward to; connections are refused until it is set. */
  target: string | undefined;
  /** While true, new connections are reset. */
  isRefusing = false;
  private readonly interceptions: Interception[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  private constructor(server: Server) {
    this.server = server;
    this.origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    server.on('connection', (client) => this.forward(client));
  }

  static async open(): Promise<InterceptingProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new InterceptingProxy(server);
  }

  /** Holds the next request whose head or body matches, until it is released. @throws after `limitMs` */
  intercept(
    pattern: RegExp,
    { limitMs = 300_000, matches = () => Promise.resolve(true) }: InterceptOptions = {},
  ): Promise<InterceptedRequest> {
    return new Promise((resolve, reject) => {
      const remove = () => {
        clearTimeout(timer);
        const index = this.interceptions.indexOf(interception);
        if (index >= 0) this.interceptions.splice(index, 1);
      };
      const interception: Interception = {
        pattern,
        matches,
        resolve: (request) => {
          remove();
          resolve(request);
        },
        reject: (reason) => {
          remove();
          reject(reason);
        },
      };
      const timer = setTimeout(() => {
        interception.reject(new Error(`no request matched ${String(pattern)} in ${String(limitMs)} ms`));
      }, limitMs);
      this.interceptions.push(interception);
    });
  }

  /** Resets all connections, and new ones until {@link isRefusing} is false again. */
  refuseConnections(): void {
    this.isRefusing = true;
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.refuseConnections();
    await closed;
  }

  private forward(client: Socket): void {
    client.on('error', () => undefined);
    if (this.isRefusing || this.target === undefined) {
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
    client.on('data', (piece) => this.onData(piece, client, server));
    client.on('end', () => server.end());
  }

  private onData(piece: Buffer, client: Socket, server: Socket): void {
    const text = piece.toString('latin1');
    const interception = this.interceptions.find(({ pattern }) => pattern.test(text));
    if (!interception) {
      server.write(piece);
      return;
    }
    client.pause();
    const release = () => {
      server.write(piece);
      client.resume();
    };
    void this.tryIntercept(interception, text, release);
  }

  private async tryIntercept(interception: Interception, text: string, release: () => void): Promise<void> {
    try {
      // Another request may have been intercepted meanwhile.
      if ((await interception.matches(text)) && this.interceptions.includes(interception))
        interception.resolve({ release });
      else release();
    } catch (error) {
      interception.reject(error as Error);
      release();
    }
  }
}
