import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Environment } from './product-process.ts';

/** A request to the language model. */
export interface ModelRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** The name of the requested JSON schema. */
  readonly form: string;
  /** The complete body. */
  readonly text: string;
}

/** The fields of the body that are read. */
interface ChatBody extends Pick<ModelRequest, 'messages'> {
  readonly response_format?: { readonly json_schema?: { readonly name: string } };
}

interface Held {
  /** Resolves with the next request, which is held. */
  readonly requested: Promise<ModelRequest>;
  /** Answers the held requests and all later ones. */
  readonly release: () => void;
}

/** A server with the API of OpenAI's chat completions whose replies a test scripts. */
export class ScriptedModel {
  readonly requests: ModelRequest[] = [];
  /** Makes the reply to a request; a number is an error status. */
  reply: (request: ModelRequest) => string | number = () => 'Let us rather talk about the weather.';
  private readonly server: Server;
  private released: Promise<void> = Promise.resolve();
  private onRequest: ((request: ModelRequest) => void) | undefined;

  private constructor(server: Server) {
    this.server = server;
    server.on('request', (request, response) => {
      this.answer(request, response).catch(() => response.destroy());
    });
  }

  static async open(): Promise<ScriptedModel> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ScriptedModel(server);
  }

  /** The environment variables with which a product uses this model. */
  get env(): Environment {
    const { port } = this.server.address() as AddressInfo;
    return {
      OPENAI_API_KEY: 'scripted',
      OPENAI_BASE_URL: `http://127.0.0.1:${String(port)}/v1`,
      OPENAI_MODEL: 'scripted',
    };
  }

  /** Holds all requests from now on. */
  hold(): Held {
    let release: () => void = () => undefined;
    this.released = new Promise((resolve) => (release = resolve));
    const requested = new Promise<ModelRequest>((resolve) => (this.onRequest = resolve));
    return { requested, release };
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
    const text = Buffer.concat(pieces).toString();
    const { messages, response_format: format } = JSON.parse(text) as ChatBody;
    const modelRequest = { messages, form: format?.json_schema?.name ?? '', text };
    this.requests.push(modelRequest);
    this.onRequest?.(modelRequest);
    await this.released;
    const reply = this.reply(modelRequest);
    // After this delay the product does not retry.
    if (typeof reply === 'number')
      response.writeHead(reply, { 'retry-after': '60' }).end('{"error":{"message":"scripted"}}');
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(completion(reply)));
  }
}

function completion(content: string): object {
  return {
    id: 'scripted',
    object: 'chat.completion',
    created: 0,
    model: 'scripted',
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        logprobs: null,
        message: { role: 'assistant', content, refusal: null },
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}
