import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A proxy between a client and a server that can forward a command and close the connection when its answer arrives:
 * the server has executed the command, but the client does not know that.
 */
export class ReplyDroppingProxy {
  /** How often the watched command was forwarded to the server. */
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

  /** Drops the answers to the next `count` commands of this name. */
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
