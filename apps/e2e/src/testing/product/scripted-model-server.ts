import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Environment } from './product-process.ts';

/** A server with a part of OpenAI's API whose replies a test scripts. */
export abstract class ScriptedModelServer {
  /** Of the environment variables with which a product uses this server: `OPENAI`. */
  protected abstract readonly prefix: string;
  /** Of errors. */
  protected readonly headers: OutgoingHttpHeaders = {};
  private readonly server = createServer((request, response) => {
    this.receive(request, response).catch(() => response.destroy());
  });

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  /** The environment variables with which a product uses this server. */
  get env(): Environment {
    const { prefix } = this;
    const { port } = this.server.address() as AddressInfo;
    return {
      [`${prefix}_API_KEY`]: 'scripted',
      [`${prefix}_BASE_URL`]: `http://127.0.0.1:${String(port)}/v1`,
      [`${prefix}_MODEL`]: 'scripted',
    };
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  /** @returns the reply, or the status of an error */
  protected abstract answer(body: Buffer): Promise<object | number>;

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('content-type', 'application/json');
    // The product reads the entry of the model to try its settings.
    if (request.method === 'GET') {
      response.end('{"id":"scripted","object":"model"}');
      return;
    }
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const reply = await this.answer(Buffer.concat(pieces));
    if (typeof reply !== 'number') response.end(JSON.stringify(reply));
    else response.writeHead(reply, this.headers).end('{"error":{"message":"scripted"}}');
  }
}
