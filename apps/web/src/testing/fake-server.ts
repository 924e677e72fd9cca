import './browser-globals.ts';
import { Stream, Transform } from './fake-events.ts';

/** A call of the page. */
export interface Call {
  readonly route: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly token: string | null;
  /** The workspace that the call names. */
  readonly workspace: string | null;
  readonly correlationId: string | null;
}

type Answer =
  { readonly status?: number; readonly body: unknown } | Promise<{ status?: number; body: unknown }>;
type Handler = (call: Call) => Answer;

/** A `success` envelope with data. */
export function ok(data: unknown): { body: unknown } {
  return { body: { status: 'success', data } };
}

/** An `error` envelope with a message, and the field to correct. */
export function refusal(status: number, msg?: string, field?: string): { status: number; body: unknown } {
  return { status, body: { status: 'error', msg, field } };
}

/** The plain-text answer that ends a session. */
export const unauthorized = { status: 401, body: 'Unauthorized' };

/** Rejects when the request is aborted. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
}

/** Replaces `fetch`. Routes have the form `GET /muxvideos`; an unknown route answers 404. */
export class FakeServer {
  readonly calls: Call[] = [];
  readonly #handlers = new Map<string, Handler>();

  constructor() {
    globalThis.fetch = (input, init) => {
      const request = new Request(input, init);
      return Promise.race([this.#answer(request), aborted(request.signal)]);
    };
  }

  on(route: string, handler: Handler): this {
    this.#handlers.set(route, handler);
    return this;
  }

  /** The calls of a route so far. */
  to(route: string): Call[] {
    return this.calls.filter((call) => call.route === route);
  }

  async #answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const path = url.pathname.replace(/^\/api/, '');
    const route = `${request.method} ${path}`;
    const text = await request.text();
    const call = {
      route,
      query: Object.fromEntries(url.searchParams),
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
      token: request.headers.get('authorization'),
      workspace: request.headers.get('vault-workspace'),
      correlationId: request.headers.get('x-correlation-id'),
    };
    this.calls.push(call);
    const { status = 200, body } = await (this.#handlers.get(route)?.(call) ??
      refusal(404, 'No such route.'));
    // As in a browser, an aborted request also ends the stream of its answer.
    if (body instanceof Stream)
      return new Response(body.pipeThrough(new Transform(), { signal: request.signal }), { status });
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  }
}
