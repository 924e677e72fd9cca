import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelRequest } from './model-request.ts';
import { writeFromNumberedLines } from './write-from-numbered-lines.ts';

/** The answer to one call: text, a status, or a network failure. */
export type ModelReply =
  | { readonly says: string | object; readonly finish?: 'stop' | 'length' | 'content_filter' }
  | { readonly refuses: string }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly error?: object }
  | { readonly body: string; readonly type?: string }
  | { readonly fails: 'stall' | 'stall-in-body' | 'cut-off' | 'reset' };

/** The supported parameters: other requests are answered 400. */
export interface ModelAbilities {
  forms: ('json_schema' | 'json_object')[];
  limit: 'max_completion_tokens' | 'max_tokens';
}

interface Held {
  /** Resolves with the next request, which is held. */
  readonly requested: Promise<ModelRequest>;
  /** Answers the held requests and all later ones. */
  readonly release: () => void;
}

/**
 * A language model on a local port with the OpenAI API and scripted answers. Without a script it gives valid answers
 * with text of the transcript, so that the whole product can be tested with it.
 */
export class ScriptedLanguageModel {
  /** Every call, in order. */
  readonly requests: ModelRequest[] = [];
  readonly abilities: ModelAbilities = {
    forms: ['json_schema', 'json_object'],
    limit: 'max_completion_tokens',
  };
  /** The answer when no reply is queued. */
  otherwise: (request: ModelRequest) => ModelReply = (request) => ({ says: writeFromNumberedLines(request) });
  /** The only key that is taken; any when unset. */
  key: string | undefined;
  /** Delay of every answer. */
  delayMs = 0;
  /** Maximum number of concurrent calls so far. */
  maxConcurrent = 0;
  private open = 0;
  private released: Promise<unknown> = Promise.resolve();
  private onRequest: (request: ModelRequest) => void = () => undefined;
  private readonly queue: ModelReply[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ScriptedLanguageModel> {
    const server = createServer();
    const model = new ScriptedLanguageModel(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => model.handle(request, Buffer.concat(chunks).toString('utf8'), response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return model;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}/v1`;
  }

  /** Environment of a service that uses this model. */
  get env(): { OPENAI_API_KEY: string; OPENAI_BASE_URL: string; OPENAI_MODEL: string } {
    return { OPENAI_API_KEY: 'key of the tests', OPENAI_BASE_URL: this.url, OPENAI_MODEL: 'scripted' };
  }

  /** Queues the answers of the next calls; then {@link otherwise} answers again. */
  script(...replies: readonly ModelReply[]): void {
    this.queue.push(...replies);
  }

  /** Holds all requests from now on. */
  hold(): Held {
    const { promise: released, resolve: release } = Promise.withResolvers<unknown>();
    const { promise: requested, resolve: onRequest } = Promise.withResolvers<ModelRequest>();
    Object.assign(this, { released, onRequest });
    return { requested, release: () => release(undefined) };
  }

  /** The text of all messages, of every role. */
  get words(): string {
    return this.requests.flatMap(({ messages }) => messages.map(({ content }) => content)).join('\n');
  }

  private handle(request: IncomingMessage, text: string, response: ServerResponse): void {
    if (this.key !== undefined && request.headers.authorization !== `Bearer ${this.key}`) {
      send(response, 401, { error: { message: 'Incorrect API key.', code: 'invalid_api_key' } });
      return;
    }
    if (request.method === 'GET' && request.url?.startsWith('/v1/models/')) {
      send(response, 200, { id: 'scripted', object: 'model' });
      return;
    }
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
      send(response, 404, { error: { message: 'There is nothing here.' } });
      return;
    }
    const authorization = request.headers.authorization ?? '';
    const call = { ...(JSON.parse(text) as ModelRequest), authorization };
    this.requests.push(call);
    this.onRequest(call);
    this.open += 1;
    this.maxConcurrent = Math.max(this.maxConcurrent, this.open);
    response.on('close', () => (this.open -= 1));
    const refused = this.refusedParameter(call);
    if (refused) send(response, 400, { error: unsupported(refused) });
    else
      this.released
        .then(() => this.reply(response, call, this.queue.shift() ?? this.otherwise(call)))
        // Without an answer the caller would wait for its whole deadline.
        .catch((error: unknown) => response.destroy(error as Error));
  }

  private reply(response: ServerResponse, call: ModelRequest, how: ModelReply): void {
    if (this.delayMs > 0) setTimeout(() => reply(response, call, how), this.delayMs);
    else reply(response, call, how);
  }

  private refusedParameter(call: ModelRequest): string | undefined {
    const { forms, limit } = this.abilities;
    const form = call.response_format?.type;
    if (form !== undefined && !forms.some((each) => each === form)) return 'response_format';
    const other = limit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
    return call[other] === undefined ? undefined : other;
  }
}

function unsupported(param: string): object {
  return {
    message: `Unsupported parameter: '${param}'.`,
    type: 'invalid_request_error',
    code: 'unsupported_parameter',
    param,
  };
}

function send(response: ServerResponse, status: number, body: object, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

function reply(response: ServerResponse, call: ModelRequest, how: ModelReply): void {
  if ('says' in how) {
    const content = typeof how.says === 'string' ? how.says : JSON.stringify(how.says);
    send(response, 200, completion(call, { content, refusal: null }, how.finish));
  } else if ('refuses' in how) {
    send(response, 200, completion(call, { content: null, refusal: how.refuses }));
  } else if ('status' in how) {
    send(response, how.status, { error: how.error ?? { message: 'Scripted.' } }, how.headers);
  } else if ('body' in how) {
    response.writeHead(200, { 'content-type': how.type ?? 'application/json' }).end(how.body);
  } else if (how.fails === 'reset') {
    response.socket?.resetAndDestroy();
  } else if (how.fails !== 'stall') {
    const body = JSON.stringify(completion(call, { content: 'Half of an answer', refusal: null }));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.write(body.slice(0, body.length / 2), () => {
      if (how.fails === 'cut-off') response.destroy();
    });
  }
}

function completion(call: ModelRequest, message: object, finish = 'stop'): object {
  return {
    id: 'completion',
    object: 'chat.completion',
    created: 0,
    model: call.model,
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
  };
}
