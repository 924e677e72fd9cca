import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Environment } from './product-process.ts';

/** A server with the API of OpenAI's transcriptions whose replies a test scripts. */
export class ScriptedSpeech {
  /** The raw forms of the requests, which contain the WAV files. */
  readonly requests: Buffer[] = [];
  /** The reply to a request; a number is an error status. */
  reply: () => object | number = () => 503;
  private readonly server: Server;

  private constructor(server: Server) {
    this.server = server;
    server.on('request', (request, response) => {
      this.answer(request, response).catch(() => response.destroy());
    });
  }

  static async open(): Promise<ScriptedSpeech> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ScriptedSpeech(server);
  }

  /** The environment variables with which a product uses this server. */
  get env(): Environment {
    const { port } = this.server.address() as AddressInfo;
    return {
      SPEECH_API_KEY: 'scripted',
      SPEECH_BASE_URL: `http://127.0.0.1:${String(port)}/v1`,
      SPEECH_MODEL: 'scripted',
    };
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // The product reads the entry of the model to try its settings.
    if (request.method === 'GET') {
      response.setHeader('content-type', 'application/json').end('{"id":"scripted","object":"model"}');
      return;
    }
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    this.requests.push(Buffer.concat(pieces));
    const reply = this.reply();
    response.setHeader('content-type', 'application/json');
    if (typeof reply === 'number') response.writeHead(reply).end('{"error":{"message":"scripted"}}');
    else response.end(JSON.stringify(reply));
  }
}
