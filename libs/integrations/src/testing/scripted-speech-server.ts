import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call of the speech server: the fields of its form, and its file. */
export interface SpeechRequest {
  readonly authorization: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly granularities: readonly string[];
  readonly file: Buffer;
}

/** The answer to one call: JSON, a status, a body, or a network failure. */
export type SpeechReply =
  | { readonly says: object }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: object }
  | { readonly body: string; readonly type?: string }
  | { readonly fails: 'stall' | 'cut-off' | 'reset' };

/** A speech server on a local port with OpenAI's API for transcriptions and scripted answers. */
export class ScriptedSpeechServer {
  /** Every call, in order. */
  readonly requests: SpeechRequest[] = [];
  /** The formats that it understands; others are answered 400. */
  formats = ['verbose_json', 'json', 'text'];
  hasWordTimes = true;
  /** The only key that is taken; any when unset. */
  key: string | undefined;
  /** The answer when none is queued. */
  otherwise: (request: SpeechRequest) => SpeechReply = () => ({ says: { text: '' } });
  private readonly queue: SpeechReply[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ScriptedSpeechServer> {
    const server = createServer();
    const speech = new ScriptedSpeechServer(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void speech.handle(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return speech;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Environment of an engine that uses this server. */
  get env(): { SPEECH_API_KEY: string; SPEECH_BASE_URL: string; SPEECH_MODEL: string } {
    const { port } = this.server.address() as AddressInfo;
    return {
      SPEECH_API_KEY: 'key of the tests',
      SPEECH_BASE_URL: `http://127.0.0.1:${String(port)}/v1`,
      SPEECH_MODEL: 'scripted',
    };
  }

  /** Queues the answers of the next calls; then {@link otherwise} answers again. */
  script(...replies: readonly SpeechReply[]): void {
    this.queue.push(...replies);
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.key !== undefined && request.headers.authorization !== `Bearer ${this.key}`) {
      send(response, 401, { error: { message: 'Incorrect API key.', code: 'invalid_api_key' } });
      return;
    }
    if (request.method === 'GET' && request.url?.startsWith('/v1/models/')) {
      send(response, 200, { id: 'scripted', object: 'model' });
      return;
    }
    if (request.method !== 'POST' || request.url !== '/v1/audio/transcriptions') {
      send(response, 404, { error: { message: 'There is nothing here.' } });
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const parts = partsOf(Buffer.concat(chunks), request.headers['content-type'] ?? '');
    const call: SpeechRequest = {
      authorization: request.headers.authorization ?? '',
      fields: new Map(parts.map(({ name, content }) => [name, content.toString('utf8')])),
      granularities: parts
        .filter(({ name }) => name === 'timestamp_granularities[]')
        .map(({ content }) => content.toString('utf8')),
      file: parts.find(({ name }) => name === 'file')?.content ?? Buffer.alloc(0),
    };
    this.requests.push(call);
    const format = call.fields.get('response_format') ?? '';
    const isRefused = !this.formats.includes(format) || (call.granularities.length > 0 && !this.hasWordTimes);
    if (isRefused)
      send(response, 400, { error: { message: 'Unsupported format.', param: 'response_format' } });
    else reply(response, this.queue.shift() ?? this.otherwise(call));
  }
}

/** The parts of a form, as the client of the tests writes it. */
function partsOf(body: Buffer, contentType: string): { name: string; content: Buffer }[] {
  const boundary = `--${/boundary=(.+)$/.exec(contentType)?.[1] ?? ''}`;
  const parts: { name: string; content: Buffer }[] = [];
  for (let from = body.indexOf(boundary); ;) {
    const next = body.indexOf(boundary, from + 1);
    if (next === -1) return parts;
    const head = body.indexOf('\r\n\r\n', from);
    const name = / name="([^"]*)"/.exec(body.toString('latin1', from, head))?.[1] ?? '';
    parts.push({ name, content: body.subarray(head + 4, next - 2) });
    from = next;
  }
}

function send(response: ServerResponse, status: number, body: object, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

function reply(response: ServerResponse, how: SpeechReply): void {
  if ('says' in how) send(response, 200, how.says);
  else if ('status' in how)
    send(response, how.status, how.body ?? { error: { message: 'Scripted.' } }, how.headers);
  else if ('body' in how)
    response.writeHead(200, { 'content-type': how.type ?? 'application/json' }).end(how.body);
  else if (how.fails === 'reset') response.socket?.resetAndDestroy();
  else if (how.fails === 'cut-off') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 });
    response.write('{"text":', () => response.destroy());
  }
}
