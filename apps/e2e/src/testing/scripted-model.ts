import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Environment } from './product-process.ts';

/** What a writer was asked, as it came over the line. */
export interface ModelRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** The name of the form that the answer shall have. */
  readonly form: string;
  /** All of it. */
  readonly text: string;
}

/** As much of it as is looked at. */
interface ChatBody extends Pick<ModelRequest, 'messages'> {
  readonly response_format?: { readonly json_schema?: { readonly name: string } };
}

interface Held {
  /** Resolves when the next request has come, and waits. */
  readonly asked: Promise<ModelRequest>;
  /** Those that wait, and all after them, are answered. */
  readonly letGo: () => void;
}

/** A server that speaks the form of OpenAI's chat completions and says what a test tells it to. */
export class ScriptedModel {
  readonly requests: ModelRequest[] = [];
  /** What it says to all; a number is a status instead. */
  reply: (request: ModelRequest) => string | number = () => 'Let us rather talk about the weather.';
  private readonly server: Server;
  private gate: Promise<void> = Promise.resolve();
  private onAsked: ((request: ModelRequest) => void) | undefined;

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

  /** With these a product has its words written here. */
  get env(): Environment {
    const { port } = this.server.address() as AddressInfo;
    return {
      OPENAI_API_KEY: 'scripted',
      OPENAI_BASE_URL: `http://127.0.0.1:${String(port)}/v1`,
      OPENAI_MODEL: 'scripted',
    };
  }

  /** From now on it keeps everybody waiting. */
  hold(): Held {
    let letGo: () => void = () => undefined;
    this.gate = new Promise((resolve) => (letGo = resolve));
    const asked = new Promise<ModelRequest>((resolve) => (this.onAsked = resolve));
    return { asked, letGo };
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const text = Buffer.concat(pieces).toString();
    const { messages, response_format: format } = JSON.parse(text) as ChatBody;
    const asked = { messages, form: format?.json_schema?.name ?? '', text };
    this.requests.push(asked);
    this.onAsked?.(asked);
    await this.gate;
    const reply = this.reply(asked);
    // Who is away for so long is not asked again at once.
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
