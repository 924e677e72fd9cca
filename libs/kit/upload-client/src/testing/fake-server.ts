import { readBytes } from '../file.ts';
import type { Transport, TransportReply, TransportRequest } from '../transport.ts';

/** What the server does with one request; counts are bytes of a chunk. */
export type Behaviour =
  | { kind: 'accept' }
  /** Keeps the first bytes and reports them with a 308. */
  | { kind: 'accept-part'; bytes: number }
  /** Keeps the first bytes, then the connection breaks. */
  | { kind: 'drop'; bytes: number }
  /** Keeps nothing and answers a status. */
  | { kind: 'answer'; status: number; headers?: Record<string, string> }
  /** Keeps all and answers a status as if it had not. */
  | { kind: 'keep-but-answer'; status: number }
  /** Restarts with fewer bytes than it acknowledged, then serves. */
  | { kind: 'lose'; bytes: number }
  /** Keeps all, but its 308 has no Range. */
  | { kind: 'no-range' };

/** One request as the server received it. */
export interface SeenRequest {
  url: string;
  contentRange: string;
  contentType: string | undefined;
  bytes: number;
}

function reply(status: number, headers: Record<string, string> = {}): TransportReply {
  return { status, header: (name) => headers[name] ?? null };
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}

/** An upload session that keeps received bytes correctly, and injects the scripted failures. */
export class FakeServer {
  held = new Uint8Array(0);
  readonly requests: SeenRequest[] = [];
  /** Applied one per request; after the last, everything is accepted. */
  behaviours: Behaviour[] = [];
  /** Called with each request before it is served; a test can wait in it. */
  onRequest: (request: TransportRequest) => Promise<void> | void = () => undefined;
  isComplete = false;
  /** Many storage services do not support offset queries. */
  supportsOffsetQueries = true;

  constructor(private readonly total: number) {}

  /** Whether the server has exactly these bytes. */
  holds(bytes: Uint8Array): boolean {
    return Buffer.from(this.held).equals(bytes);
  }

  /** The ranges of the requests that carried bytes. */
  get chunks(): string[] {
    return this.requests.filter(({ bytes }) => bytes > 0).map(({ contentRange }) => contentRange);
  }

  readonly transport: Transport = async (request) => {
    const body = request.body ? await readBytes(request.body) : new Uint8Array(0);
    const contentRange = request.headers['Content-Range'] ?? '';
    const contentType = request.headers['Content-Type'];
    this.requests.push({ url: request.url, contentRange, contentType, bytes: body.length });
    await this.onRequest(request);
    return this.serve(contentRange, body, this.behaviours.shift() ?? { kind: 'accept' });
  };

  private serve(contentRange: string, body: Uint8Array, behaviour: Behaviour): TransportReply {
    if (behaviour.kind === 'answer') return reply(behaviour.status, behaviour.headers);
    if (body.length === 0 && !this.supportsOffsetQueries) return reply(400);
    if (behaviour.kind === 'lose' && !this.isComplete) this.held = this.held.slice(0, -behaviour.bytes);
    const isPartial = behaviour.kind === 'drop' || behaviour.kind === 'accept-part';
    const answer = this.store(contentRange, isPartial ? body.slice(0, behaviour.bytes) : body);
    if (behaviour.kind === 'drop') return reply(0);
    if (behaviour.kind === 'keep-but-answer') return reply(behaviour.status);
    if (behaviour.kind === 'no-range' && answer.status === 308) return reply(308);
    return answer;
  }

  private store(contentRange: string, body: Uint8Array): TransportReply {
    if (contentRange === `bytes */${String(this.total)}`) return this.position();
    const match = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(contentRange);
    const start = Number(match?.[1]);
    if (Number(match?.[3]) !== this.total) return reply(409, this.range());
    if (start > this.held.length) return reply(409, this.range());
    const overlap = this.held.length - start;
    if (body.length > overlap) this.held = joined(this.held, body.subarray(overlap));
    this.isComplete ||= this.held.length === this.total;
    return this.position();
  }

  private position(): TransportReply {
    return this.isComplete ? reply(200) : reply(308, this.range());
  }

  private range(): Record<string, string> {
    return this.held.length > 0 ? { Range: `bytes=0-${String(this.held.length - 1)}` } : {};
  }
}
