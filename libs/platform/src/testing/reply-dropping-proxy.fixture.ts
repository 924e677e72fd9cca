import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * Stands between a client and a server. Told to, it lets a command through and cuts the connection when its answer comes:
 * the server has done it, and the client does not know.
 */
export class ReplyDroppingProxy {
  /** How often the command that is watched went through to the server. */
  seen = 0;
  private command = '';
  private toDrop = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((client) => this.relay(client));

  constructor(private readonly serverPort: number) {}

  async listen(): Promise<number> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  /** Cuts off the answers to the next `count` commands of this name. */
  dropAnswersTo(command: string, count: number): void {
    this.command = command;
    this.toDrop = count;
    this.seen = 0;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private relay(client: Socket): void {
    const server = connect(this.serverPort, '127.0.0.1');
    let cutsNext = false;
    client.on('data', (data) => {
      if (this.command !== '' && data.includes(this.command)) {
        this.seen += 1;
        cutsNext = this.toDrop > 0;
        if (cutsNext) this.toDrop -= 1;
      }
      server.write(data);
    });
    server.on('data', (data) => {
      if (cutsNext) client.destroy();
      else client.write(data);
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
    }
  }
}
